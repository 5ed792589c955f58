import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'

import { noMemoryGroup, openMemoryGroup } from '../../../test/kit/faults/memory-group.ts'
import { ensureBuild } from '../../build/ensure-build.ts'
import { debianRoot, whyNoDebian } from '../../documents/debian-root.ts'
import { pack } from '../../release/archive.ts'
import { readCommit, type Commit } from '../../release/commit.ts'
import { findWrongNativeFiles } from '../../release/native-files.ts'
import { platforms, type Platform } from '../../release/platforms.ts'
import { makeProgramFolder } from '../../release/program-folder.ts'
import { say, tryImage } from './container/try-image.ts'

// Makes the archives of a release, and runs the one for this processor in a Debian without Node: without rights, from a disk
// that is read-only, with a network of its own.

const maxPackedBytes = 50_000_000
const maxUnpackedKilobytes = 240_000
const memoryBytes = 512 * 1024 * 1024
const programFolder = 'stockinette'

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

/** As a container engine would: with 512 MB of memory, which the processes for photos and backups share. */
async function tryArchive(place: string, archive: string): Promise<void> {
  const files = join(place, 'debian')
  cpSync(debianRoot('bare', 'debianutils'), files, { recursive: true, verbatimSymlinks: true })
  const own = (path: string) => join(files, path)
  mkdirSync(own(programFolder))
  execFileSync('tar', ['-xf', archive, '-C', own(programFolder), '--strip-components=1'])
  execFileSync('install', ['-d', '-o', '1000', '-g', '1000', '-m', '700', own('data'), own('backups')])
  const program = `/${programFolder}/stockinette`
  const image = {
    files,
    program,
    user: '1000:1000',
    workingDirectory: '/',
    environment: ['PATH=/usr/bin:/bin'],
    command: [program, 'start'],
    healthCheck: [],
  }
  await using group = openMemoryGroup(memoryBytes)
  if (group === undefined) say(`With 512 MB of memory: NOT RUN: it ${noMemoryGroup}.`)
  await tryImage(image, group)
  if (group === undefined) return
  assert.equal(group.killed(), 0, 'processes that the system killed because there was no memory')
  say('All of it had 512 MB of memory, and no swap.')
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
    say(`FAILED: ${inspect(error)}`)
    process.exitCode = 1
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
} else say(`Making a release and running it: NOT RUN: ${reason}.`)
