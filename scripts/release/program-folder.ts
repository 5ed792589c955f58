import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempDisposableSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, resolve } from 'node:path'

import { shopVersion } from '../../src/process/version.ts'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import type { Commit } from './commit.ts'
import type { Platform } from './platforms.ts'

/** What runs and what people read; the built pages and the modules are added. */
const included = [
  '{CHANGELOG,CONTRIBUTING,README,SECURITY}.md',
  'LICENSE',
  'deploy/**',
  'docs/**',
  'packages/*/{package.json,src/**}',
  'server.ts',
  'src/**',
]

const excluded = ['**/*.{test,contract}.ts', '**/test-support*']

/** Whether a release has this file of the commit. */
export function isIncluded(path: string): boolean {
  return included.some((glob) => matchesGlob(path, glob)) && !excluded.some((glob) => matchesGlob(path, glob))
}

const onlyForNpm = ['.npmrc', 'package-lock.json', 'node_modules/.package-lock.json']

/** Of packages: what no program loads. */
const unusedFiles = 'node_modules/**/*.{map,md,d.ts,d.mts,d.cts}'
const unusedFolders = 'node_modules/node-linux-*/{include,share}'

/** Makes the folder of a platform in `release/`, next to which `npm run release` puts the archive. @returns its path. */
export function makeReleaseFolder(platform: Platform, commit: Commit): string {
  const folder = resolve(join('release', `stockinette-${shopVersion}-${platform.name}`))
  rmSync(folder, { recursive: true, force: true })
  makeProgramFolder(folder, platform, commit)
  return folder
}

/** Makes the folder of a release: everything that the shop needs to run on a platform, also from a disk that is read-only. */
export function makeProgramFolder(folder: string, platform: Platform, commit: Commit): void {
  mkdirSync(folder, { recursive: true })
  installModules(folder, platform)
  rewrite(join(folder, 'package.json'), (text) => toReleasePackage(text, commit))
  writeBillOfMaterials(folder, platform, commit)
  for (const path of onlyForNpm) rmSync(join(folder, path))
  for (const path of globSync([unusedFiles, unusedFolders], { cwd: folder })) {
    if (!/licen[cs]e/i.test(path)) rmSync(join(folder, path), { recursive: true })
  }
  for (const path of commit.files.filter(isIncluded)) copy(path, folder)
  for (const path of ['build/client', 'build/server']) copy(path, folder)
  cpSync('scripts/release/stockinette.sh', join(folder, 'stockinette'))
  addLibatomic(folder, platform)
  rewrite(join(folder, 'deploy/stockinette.service'), toReleaseUnit)
}

/** The modules that run, of this platform alone. Their scripts need not run: native modules come built. */
function installModules(folder: string, { cpu }: Platform): void {
  copyPackageFiles(folder)
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', '--omit=dev', ...target, ...quiet], { cwd: folder, stdio: 'inherit' })
}

/** Copies what `npm ci` reads. */
export function copyPackageFiles(folder: string): void {
  const paths = ['.npmrc', 'package.json', 'package-lock.json', ...globSync('packages/*/package.json')]
  for (const path of paths) copy(path, folder)
}

/** Node needs this library of GCC, which small systems lack. Of the Debian that the release is made on. */
function addLibatomic(folder: string, { debian }: Platform): void {
  using scratch = mkdtempDisposableSync(join(tmpdir(), 'libatomic-'))
  const cwd = scratch.path
  for (const path of ['state/lists/partial', 'cache/archives/partial']) mkdirSync(join(cwd, path), { recursive: true })
  const status = join(cwd, 'status')
  writeFileSync(status, '')
  const options = [
    `Dir::State=${cwd}/state`,
    `Dir::State::status=${status}`,
    `Dir::Cache=${cwd}/cache`,
    `APT::Architecture=${debian}`,
    `APT::Architectures=${debian}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  const apt = (...args: readonly string[]) => execFileSync('apt-get', [...options, '-qq', ...args], { cwd })
  apt('update')
  apt('download', 'libatomic1')
  execFileSync('dpkg-deb', ['-x', globSync('libatomic1_*.deb', { cwd }).join(), 'package'], { cwd })
  const library = globSync(`${cwd}/package/usr/lib/*/libatomic.so.1.*`).join()
  mkdirSync(join(folder, 'lib'))
  cpSync(library, join(folder, 'lib/libatomic.so.1'))
  cpSync('/usr/share/doc/libatomic1/copyright', join(folder, 'lib/copyright'))
}

/** The text of `package.json` without what only a checkout has, scripts and packages to build and test with; with the commit and its day. */
export function toReleasePackage(text: string, { hash, time }: Pick<Commit, 'hash' | 'time'>): string {
  const { scripts: _, devDependencies: __, ...kept } = JSON.parse(text) as Record<string, unknown>
  const date = new Date(time * 1000).toISOString().slice(0, 10)
  return `${JSON.stringify({ ...kept, date, commit: hash }, undefined, 2)}\n`
}

/** The unit of a checkout, with the program's own start. */
export function toReleaseUnit(text: string): string {
  const isOfCheckout = (line: string) => /^# (?:A smaller young generation|An older Node stays)/.test(line)
  const lines = text.split('\n').filter((line) => !isOfCheckout(line))
  const start = 'ExecStart=/srv/stockinette/current/stockinette start'
  return lines
    .map((line) => (line.startsWith('ExecStart=') ? start : line))
    .join('\n')
    .replaceAll('/srv/stockinette/app', '/srv/stockinette/current')
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(path, join(folder, path), { recursive: true })
}
