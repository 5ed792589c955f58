import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { noMemoryGroup, openMemoryGroup } from '../../../test/kit/faults/memory-group.ts'
import { ensureBuild } from '../../build/ensure-build.ts'
import { checkInDebian, debianRoot } from '../../documents/debian-root.ts'
import { pack } from '../../release/archive.ts'
import { readCommit, type Commit } from '../../release/commit.ts'
import { findWrongNativeFiles } from '../../release/native-files.ts'
import { ownPlatform, platforms, type Platform } from '../../release/platforms.ts'
import { makeProgramFolder } from '../../release/program-folder.ts'
import { say, tryImage } from './container/try-image.ts'

// Makes the archives of a release, and runs the one for this processor in a Debian without Node: as an unprivileged user, from
// a read-only disk, with a network of its own.

const maxPackedBytes = 50_000_000
const maxUnpackedKilobytes = 240_000
const memoryBytes = 512 * 1024 * 1024

interface Archive {
  readonly path: string
  /** Of its bytes, as in the file next to it. */
  readonly digest: string
  /** What it was packed from. */
  readonly programFolder: string
}

function makeArchive(folder: string, platform: Platform, commit: Commit): Archive {
  const programFolder = join(folder, `stockinette-${platform.name}`)
  makeProgramFolder(programFolder, platform, commit)
  assert.deepEqual(findWrongNativeFiles(programFolder, platform), [])
  checkBillOfMaterials(programFolder)
  const path = pack(programFolder, commit)
  const [digest = ''] = readFileSync(`${path}.sha256`, 'utf8').split(' ')
  return { path, digest, programFolder }
}

function checkSizes({ path, programFolder }: Archive): void {
  const { size } = statSync(path)
  say(`${path}: ${size} bytes`)
  assert.ok(size <= maxPackedBytes, 'the archive is too large')
  const [kilobytes] = execFileSync('du', ['-sk', programFolder], { encoding: 'utf8' }).split('\t')
  assert.ok(Number(kilobytes) <= maxUnpackedKilobytes, `unpacked, it has ${kilobytes} KB`)
}

/** The bill of materials names exactly the packages in the folder. */
function checkBillOfMaterials(folder: string): void {
  const read = (path: string) =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')) as { name?: string; version?: string }
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    components: { 'bom-ref': string }[]
  }
  const folders = ['packages/*', '**/node_modules/*', '**/node_modules/@*/*']
  const globs = folders.map((glob) => `${glob}/package.json`)
  const found = globSync(globs, { cwd: folder }).map((path) => read(path))
  const installed = new Set(found.map(({ name, version }) => `${name}@${version}`))
  const named = new Set(components.map((component) => component['bom-ref'].split('|')[0] ?? ''))
  assert.deepEqual([...named].toSorted(), [...installed].toSorted(), 'the bill of materials')
}

/** Runs the archive as a container engine would, with 512 MB of memory, which the processes for photos and backups share. */
async function tryArchive(folder: string, archive: string): Promise<void> {
  const files = join(folder, 'debian')
  cpSync(debianRoot('bare', 'debianutils'), files, { recursive: true, verbatimSymlinks: true })
  const unpacked = join(files, 'stockinette')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xf', archive, '-C', unpacked, '--strip-components=1'])
  const volumes = [join(files, 'data'), join(files, 'backups')]
  execFileSync('install', ['-d', '-o', '1000', '-g', '1000', '-m', '700', ...volumes])
  const program = '/stockinette/stockinette'
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

/** @param folder for all that it makes. */
async function checkRelease(folder: string): Promise<void> {
  const commit = readCommit()
  await ensureBuild()
  const own = ownPlatform()
  const first = makeArchive(folder, own, commit)
  checkSizes(first)
  const again = join(folder, 'again')
  mkdirSync(again)
  assert.equal(makeArchive(again, own, commit).digest, first.digest, 'made again, the archive differs')
  say('Made again, it has the same bytes.')
  await tryArchive(folder, first.path)
  for (const other of platforms.filter((platform) => platform !== own)) {
    say(`${makeArchive(folder, other, commit).path} is assembled; nothing here can run it.`)
  }
}

const programs = ['apt-get', 'dpkg-deb', 'readelf', 'tar', 'xz', 'ip', 'nsenter']
await checkInDebian('Making a release and running it', programs, checkRelease)
