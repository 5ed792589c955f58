import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob } from 'node:path'

import { writeBillOfMaterials } from './bill-of-materials.ts'
import type { Commit } from './commit.ts'
import type { Platform } from './platforms.ts'

/** What runs and what people read; the built pages and the modules are added. */
const included = [
  '{CHANGELOG,README,SECURITY}.md',
  'LICENSE',
  'deploy/**',
  'docs/**',
  'packages/*/{package.json,src/**}',
  'server.ts',
  'src/**',
]

const excluded = ['**/*.{test,contract}.ts', '**/test-support*']

const onlyForNpm = ['.npmrc', 'package-lock.json', 'node_modules/.package-lock.json']

/** Of packages: what no program loads. */
const unusedFiles = 'node_modules/**/*.{map,md,d.ts,d.mts,d.cts}'
const unusedFolders = 'node_modules/node-linux-*/{include,share}'

/** Makes the folder of a release: everything that the shop needs to run on a platform, also from a disk that is read-only. */
export function makeProgramFolder(folder: string, platform: Platform, commit: Commit): void {
  mkdirSync(folder, { recursive: true })
  installModules(folder, platform)
  writePackage(folder)
  writeBillOfMaterials(folder, platform, commit)
  for (const path of onlyForNpm) rmSync(join(folder, path))
  for (const path of globSync([unusedFiles, unusedFolders], { cwd: folder })) {
    if (!/licen[cs]e/i.test(path)) rmSync(join(folder, path), { recursive: true })
  }
  const isIncluded = (path: string) =>
    included.some((glob) => matchesGlob(path, glob)) && !excluded.some((glob) => matchesGlob(path, glob))
  for (const path of commit.files.filter(isIncluded)) copy(path, folder)
  for (const path of ['build/client', 'build/server']) copy(path, folder)
  cpSync('scripts/release/stockinette.sh', join(folder, 'stockinette'))
  addLibatomic(folder, platform)
  writeUnit(folder)
}

/** The modules that run, of this platform alone. Their scripts need not run: native modules come built. */
function installModules(folder: string, { cpu }: Platform): void {
  for (const path of ['.npmrc', 'package.json', 'package-lock.json']) copy(path, folder)
  for (const path of globSync('packages/*/package.json')) copy(path, folder)
  const target = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc']
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['ci', '--omit=dev', ...target, ...quiet], { cwd: folder, stdio: 'inherit' })
}

/** Node needs this library of GCC, which small systems lack. Of the Debian that the release is made on. */
function addLibatomic(folder: string, { debian }: Platform): void {
  const place = mkdtempSync(join(tmpdir(), 'libatomic-'))
  try {
    for (const path of ['state/lists/partial', 'cache/archives/partial'])
      mkdirSync(join(place, path), { recursive: true })
    const status = join(place, 'status')
    writeFileSync(status, '')
    const options = [
      `Dir::State=${place}/state`,
      `Dir::State::status=${status}`,
      `Dir::Cache=${place}/cache`,
      `APT::Architecture=${debian}`,
      `APT::Architectures=${debian}`,
      'APT::Sandbox::User=root',
    ].flatMap((option) => ['-o', option])
    const apt = (...args: readonly string[]) => execFileSync('apt-get', [...options, '-qq', ...args], { cwd: place })
    apt('update')
    apt('download', 'libatomic1')
    execFileSync('dpkg-deb', ['-x', globSync('libatomic1_*.deb', { cwd: place }).join(), 'package'], { cwd: place })
    const library = globSync(`${place}/package/usr/lib/*/libatomic.so.1.*`).join()
    mkdirSync(join(folder, 'lib'))
    cpSync(library, join(folder, 'lib/libatomic.so.1'))
    cpSync('/usr/share/doc/libatomic1/copyright', join(folder, 'lib/copyright'))
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** Without what only a checkout has: scripts, and packages to build and test with. */
function writePackage(folder: string): void {
  const file = join(folder, 'package.json')
  const { scripts: _, devDependencies: __, ...kept } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`)
}

/** The unit of a checkout, with the program's own start. */
function writeUnit(folder: string): void {
  const file = join(folder, 'deploy/stockinette.service')
  const lines = readFileSync(file, 'utf8').split('\n')
  const command = lines.findIndex((line) => line.startsWith('ExecStart='))
  lines[command] = 'ExecStart=/srv/stockinette/current/stockinette start'
  const text = lines.filter(
    (line) => !line.startsWith('# A smaller young generation') && !line.startsWith('# An older Node stays'),
  )
  writeFileSync(file, text.join('\n').replaceAll('/srv/stockinette/app', '/srv/stockinette/current'))
}

function copy(path: string, folder: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(path, join(folder, path), { recursive: true })
}
