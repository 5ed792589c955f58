import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { ensureBuild } from '../../build/ensure-build.ts'
import { debianRoot, whyNoDebian } from '../../documents/debian-root.ts'
import { pack } from '../../release/archive.ts'
import { readCommit, type Commit } from '../../release/commit.ts'
import { findWrongNativeFiles } from '../../release/native-files.ts'
import { platforms, type Platform } from '../../release/platforms.ts'
import { makeProgramFolder } from '../../release/program-folder.ts'
import { Container } from './container/container.ts'

// Makes the archives of a release, and runs the one for this processor in a Debian without Node: without rights, from a disk
// that is read-only, with a network of its own.

const maxPackedBytes = 50_000_000
const maxUnpackedKilobytes = 240_000
const probe = join(import.meta.dirname, '../../documents/probe.ts')
const say = (text: string) => process.stdout.write(`${text.trim()}\n`)

/** @returns the archive, and the digest of its bytes. */
function release(
  place: string,
  platform: Platform,
  commit: Commit,
): { folder: string; archive: string; digest: string } {
  const folder = join(place, `stockinette-${platform.name}`)
  makeProgramFolder(folder, platform, commit)
  assert.deepEqual(findWrongNativeFiles(folder, platform), [])
  compareModules(folder)
  const archive = pack(folder, commit)
  const [digest = ''] = readFileSync(`${archive}.sha256`, 'utf8').split(' ')
  return { folder, archive, digest }
}

/** The bill of materials names exactly the packages in the folder. */
function compareModules(folder: string): void {
  interface Package {
    readonly name?: string
    readonly version?: string
  }
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Package
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    components: { 'bom-ref': string }[]
  }
  const places = ['packages/*', '**/node_modules/*', '**/node_modules/@*/*'].map((place) => `${place}/package.json`)
  const found = globSync(places, { cwd: folder }).map((path) => read(path))
  const installed = new Set(found.map(({ name, version }) => `${name}@${version}`))
  const named = new Set(components.map((component) => component['bom-ref'].split('|')[0] ?? ''))
  assert.deepEqual([...named].toSorted(), [...installed].toSorted(), 'the bill of materials')
}

async function tryArchive(place: string, archive: string): Promise<void> {
  const files = join(place, 'debian')
  cpSync(debianRoot('bare', 'debianutils'), files, { recursive: true, verbatimSymlinks: true })
  for (const path of ['program', 'data', 'backups']) mkdirSync(join(files, path))
  execFileSync('tar', ['-xf', archive, '-C', join(files, 'program'), '--strip-components=1'])
  const [data, backups] = [join(place, 'data'), join(place, 'backups')]
  execFileSync('install', ['-d', '-o', '1000', '-g', '1000', '-m', '700', data, backups])
  const settings = {
    ...(parseEnv(readFileSync('deploy/stockinette.env', 'utf8')) as Record<string, string>),
    SHOP_DATA_DIR: '/data',
    SHOP_BACKUP_DIR: '/backups',
  }
  const image = {
    files,
    user: '1000',
    workingDirectory: '/',
    environment: ['PATH=/usr/bin:/bin'],
    command: ['/program/stockinette', 'start'],
    healthCheck: [],
  }
  for (const words of [[], ['--look-only']]) {
    using container = new Container(image, { volumes: { '/data': data, '/backups': backups }, settings })
    await container.waitUntilOpen()
    const visit = [process.execPath, probe, '--at', 'http://127.0.0.1:3000', '--log', '-', ...words]
    say(container.visit(visit, container.output))
    say(container.exec(['/program/stockinette', 'status']))
    container.signal('SIGTERM')
    assert.equal(await container.exited, 0, container.output)
  }
}

const reason = whyNoDebian('apt-get', 'dpkg-deb', 'readelf', 'tar', 'xz', 'ip', 'nsenter')
if (reason === undefined) {
  const place = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    const commit = readCommit()
    await ensureBuild()
    const [own, other] = platforms.toSorted((a, b) => Number(b.cpu === process.arch) - Number(a.cpu === process.arch))
    assert.ok(own && other)
    const first = release(place, own, commit)
    say(`${first.archive}: ${readFileSync(first.archive).length} bytes`)
    assert.ok(readFileSync(first.archive).length <= maxPackedBytes, 'the archive is too large')
    const [kilobytes] = execFileSync('du', ['-sk', first.folder], { encoding: 'utf8' }).split('\t')
    assert.ok(Number(kilobytes) <= maxUnpackedKilobytes, `unpacked, it has ${kilobytes} KB`)
    mkdirSync(join(place, 'again'))
    assert.equal(release(join(place, 'again'), own, commit).digest, first.digest, 'made again, the archive differs')
    say('Made again, it has the same bytes.')
    await tryArchive(place, first.archive)
    say(`${release(place, other, commit).archive} is assembled; nothing here can run it.`)
  } catch (error) {
    say(`FAILED: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
} else say(`Making a release and running it: NOT RUN: ${reason}.`)
