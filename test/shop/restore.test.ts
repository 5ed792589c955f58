import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { openDataFolder, restoreMarker } from '@stockinette/sqlite/data-folder.ts'
import {
  assertStartError,
  noSmallDisk,
  skipUnprivileged,
  smallDisk,
  temporaryFolder,
  unprivileged,
} from '@stockinette/sqlite/test-support.ts'

import { BackupError } from '../../src/backup/backup-error.ts'
import { checkBackups, createBackups } from '../../src/backup/backups.ts'
import type { Manifest } from '../../src/backup/manifest.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { runJobsHere } from '../../src/backup/test-support.ts'
import { asRestored, fillDataFolder, readDataFolder, readFiles } from '../kit/backup/data-folder.ts'
import { assertRefused, endOf, runOn, succeed } from '../kit/command.ts'
import { commandEnv, root as repository } from '../kit/shop/shop-process.ts'
import { isFullSize } from '../kit/test-size.ts'

/** A data folder, and a folder with one backup of it. Tests change copies of it. */
const original = mkdtempSync(join(tmpdir(), 'stockinette-backups-'))
after(() => rmSync(original, { recursive: true }))
const data = join(original, 'data')
const backups = join(original, 'backups')
await fillDataFolder(data, 40)
await createBackups({ dataDir: data, bucket: undefined }).make(backups)
const name = readdirSync(backups).find((each) => each !== 'photos') ?? ''

const restoring = fileURLToPath(new URL('../kit/backup/restoring-process.ts', import.meta.url))

/** Starts a restore that kills itself at a moment. */
function startRestoring(dataDir: string, moment: string) {
  return spawn(process.execPath, [restoring, dataDir, backups, moment], { stdio: ['ignore', 'pipe', 'pipe'] })
}

const isAlone = unprivileged.uid === undefined
const skip = isAlone ? 'needs root, to be two users' : skipUnprivileged(new URL(import.meta.url))

/** Changes a byte in the middle of a file. */
function flipByte(file: string): void {
  const bytes = readFileSync(file)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

/** Replaces the manifest by one with another content, and the right digest. */
function rewriteManifest(backup: string, change: (manifest: Manifest) => unknown): void {
  const file = join(backup, 'manifest.json')
  const { manifest } = JSON.parse(readFileSync(file, 'utf8')) as { manifest: Manifest }
  const changed = change(manifest)
  const sha256 = createHash('sha256').update(JSON.stringify(changed)).digest('hex')
  writeFileSync(file, JSON.stringify({ sha256, manifest: changed }))
}

/** Replaces a database by a changed one, and its digest in the manifest. */
function changeItems(backup: string, sql: string): void {
  const file = join(backup, 'items.db')
  using database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(sql)
  const bytes = readFileSync(file)
  const about = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  rewriteManifest(backup, (manifest) => {
    const databases = manifest.databases.map((each) => (each.name === 'items.db' ? { ...each, ...about } : each))
    return { ...manifest, databases }
  })
}

const firstPhoto = (folder: string) => join(folder, 'photos', readdirSync(join(folder, 'photos'))[0] ?? '')

type Damage = (backup: string, folder: string) => void

const damages: readonly (readonly [what: string, damage: Damage, line: RegExp])[] = [
  ['a flipped bit in items.db', (backup) => flipByte(join(backup, 'items.db')), /items\.db is damaged/],
  ['a flipped bit in identity.sqlite', (backup) => flipByte(join(backup, 'identity.sqlite')), /\.sqlite is damaged/],
  ['a flipped bit in a photo', (_, folder) => flipByte(firstPhoto(folder)), /\(\w+[-.][\w.]+\) is damaged\. Remove it/],
  ['a flipped bit in the manifest', (backup) => flipByte(join(backup, 'manifest.json')), /manifest\.json is damaged/],
  ['half a photo', (_, folder) => truncateSync(firstPhoto(folder), 10), /is damaged\. Remove it\. The next backup/],
  ['a photo missing', (_, folder) => rmSync(firstPhoto(folder)), /photos\/\w+ \(.*\) is missing/],
  ['a database missing', (backup) => rmSync(join(backup, 'identity.sqlite')), /identity\.sqlite is missing/],
  [
    'rows that refer to missing ones',
    (backup) => changeItems(backup, "INSERT INTO item_photo VALUES ('nothing', 'nothing')"),
    /items\.db is damaged: a row of item_photo refers to a missing row of item\./,
  ],
  [
    'an item with a photo that it does not have',
    (backup) => changeItems(backup, `INSERT INTO item_photo SELECT id, '${'f'.repeat(32)}' FROM item LIMIT 1`),
    /does not have the photo f{32}, which an item uses\./,
  ],
  [
    'a newer format',
    (backup) => rewriteManifest(backup, (manifest) => ({ ...manifest, format: 2 })),
    /was made by a newer version of the shop \(format 2; this one knows 1\)\. Use the newer version\./,
  ],
  [
    'newer databases',
    (backup) =>
      rewriteManifest(backup, (manifest) => {
        return { ...manifest, databases: manifest.databases.map((each) => ({ ...each, version: 99 })) }
      }),
    /items\.db was written by a newer version of the shop \(data version 99; this one knows \d+\)\./,
  ],
]

describe('a backup is not restored, and nothing is changed, with', () => {
  for (const [what, damage, line] of damages) {
    test(what, async (t) => {
      runJobsHere(t)
      const [folder, dataDir] = [join(temporaryFolder(t), 'backups'), join(temporaryFolder(t), 'data')]
      cpSync(backups, folder, { recursive: true })
      damage(join(folder, name), folder)
      await assert.rejects(restoreBackup(folder, { dataDir }), (error) => {
        assert.ok(error instanceof BackupError)
        assert.match(error.message, line)
        assert.match(error.message, /^[^\n]+\.$/)
        return true
      })
      assert.equal(existsSync(dataDir), false)
      const [checked] = await checkBackups(folder)
      assert.match(checked?.problems[0] ?? '', line)
    })
  }
})

test('the command that checks backups ends with 1 and the problem if one is damaged', async (t) => {
  const folder = join(temporaryFolder(t), 'backups')
  cpSync(backups, folder, { recursive: true })
  flipByte(firstPhoto(folder))
  assertRefused(await runOn(join(folder, 'elsewhere'), 'backup', 'check', folder), /\) is damaged\. Remove it\./)
})

describe('restore', () => {
  test('is refused for an incomplete backup, and takes an older complete one of the folder', async (t) => {
    const root = temporaryFolder(t)
    const folder = join(root, 'backups')
    cpSync(backups, folder, { recursive: true })
    const incomplete = join(folder, '2099-01-01T000000.000Z')
    cpSync(join(folder, name), incomplete, { recursive: true })
    rmSync(join(incomplete, 'manifest.json'))
    const dataDir = join(root, 'data')
    await assert.rejects(restoreBackup(incomplete, { dataDir }), /is incomplete: the backup was interrupted/)
    const { path } = await restoreBackup(folder, { dataDir })
    assert.equal(path, join(folder, name))
    const lines = (await succeed(dataDir, 'backup', 'check', folder)).split('\n')
    assert.match(lines[0] ?? '', / is complete: 40 pieces, 120 photo files, /)
    assert.equal(lines[1], `${incomplete} is incomplete: it is being made, or was interrupted.`)
    renameSync(join(folder, name, 'manifest.json'), join(root, 'manifest.json'))
    await assert.rejects(restoreBackup(folder, { dataDir: join(root, 'other') }), /has only incomplete backups: 20/)
    assert.equal(existsSync(join(root, 'other')), false)
  })

  test('and check are refused in one line, with 1, for anything that is no backup', async (t) => {
    const root = temporaryFolder(t)
    const dataDir = join(root, 'elsewhere')
    for (const [folder, line] of [
      [join(root, 'missing'), /There is no folder .*missing\./],
      [root, /has no backup\. Name a folder with a complete backup\./],
    ] as const) {
      for (const command of [['restore'], ['backup', 'check']]) {
        assertRefused(await runOn(dataDir, ...command, folder), line)
      }
    }
    assert.deepEqual(readdirSync(root), [])
  })

  test('is refused into a data folder that has anything, and allowed into an empty disk', async (t) => {
    const dataDir = temporaryFolder(t)
    mkdirSync(join(dataDir, 'photos'))
    writeFileSync(join(dataDir, 'photos/a.jpg'), 'a')
    assertRefused(await runOn(dataDir, 'restore', backups), /The data folder .* is not empty, and was left as it is\./)
    assert.deepEqual(readFiles(dataDir), { 'photos/a.jpg': 'a' })
    const disk = temporaryFolder(t)
    mkdirSync(join(disk, 'lost+found'))
    await restoreBackup(backups, { dataDir: disk })
    assert.deepEqual(asRestored(readDataFolder(disk)), asRestored(readDataFolder(data)))
  })

  test('needs no right to list the folder that the data folder is in', { skip }, async (t) => {
    const root = temporaryFolder(t)
    const [folder, dataDir] = [join(root, 'backups'), join(root, 'data')]
    cpSync(backups, folder, { recursive: true })
    mkdirSync(dataDir)
    execFileSync('chown', ['-R', String(unprivileged.uid), folder, dataDir])
    chmodSync(root, 0o711)
    const options = { cwd: repository, env: { ...commandEnv, SHOP_DATA_DIR: dataDir }, ...unprivileged }
    execFileSync(process.execPath, ['src/cli/main.ts', 'restore', folder], { ...options, stdio: 'pipe' })
    assert.deepEqual(asRestored(readDataFolder(dataDir)), asRestored(readDataFolder(data)))
  })

  test('is refused into a data folder that is filled while the backup is checked', async (t) => {
    const dataDir = temporaryFolder(t)
    const options = {
      dataDir,
      /** Asked for after the check of the backup, and before the folder is locked. */
      get bucket() {
        writeFileSync(join(dataDir, 'items.db'), 'imported meanwhile')
        return undefined
      },
    }
    await assert.rejects(restoreBackup(backups, options), /is not empty, and was left as it is/)
    assert.equal(readFileSync(join(dataDir, 'items.db'), 'utf8'), 'imported meanwhile')
  })

  test('that is killed leaves a folder that no shop starts on, until it is run again', async (t) => {
    const dataDir = temporaryFolder(t)
    for (const files of isFullSize ? [1, 20, 60] : [20]) {
      const child = startRestoring(dataDir, String(files))
      const { stderr } = await endOf(child)
      assert.equal(child.signalCode, 'SIGKILL', stderr)
      assert.ok(existsSync(join(dataDir, restoreMarker)))
      assertRefused(await runOn(dataDir, 'token', 'mary'), /is incomplete: a restore .* Run the restore again\./)
    }
    await succeed(dataDir, 'restore', backups)
    assert.deepEqual(asRestored(readDataFolder(dataDir)), asRestored(readDataFolder(data)))
    assert.equal((await runOn(dataDir, 'token', 'mary')).code, 0)
  })

  for (const [what, moment] of [
    ['between the photos and the databases', 'databases'],
    ['before it ends the sessions of the backup', 'access'],
    ['before it is complete', 'end'],
  ] as const) {
    test(`that is killed ${what} leaves a folder that no shop starts on, until it is run again`, async (t) => {
      const root = temporaryFolder(t)
      const dataDir = join(root, 'data')
      const child = startRestoring(dataDir, moment)
      const { stderr } = await endOf(child)
      assert.equal(child.signalCode, 'SIGKILL', stderr)
      // Also by commands that only read, however much of it is there.
      for (const command of [['status'], ['export', join(root, 'items')], ['words', 'export', join(root, 'words')]]) {
        assertRefused(await runOn(dataDir, ...command), /is incomplete: a restore .* Run the restore again\./)
      }
      assert.deepEqual(readdirSync(root), ['data'])
      assert.equal(existsSync(join(dataDir, 'items.db')), moment !== 'databases')
      assertStartError(() => openDataFolder(dataDir), /is incomplete: a restore .* Run the restore again\./)
      await restoreBackup(backups, { dataDir })
      assert.deepEqual(asRestored(readDataFolder(dataDir)), asRestored(readDataFolder(data)))
      openDataFolder(dataDir).close()
    })
  }

  test('that is killed can be run again on a disk that has room for one restore', async (t) => {
    const disk = smallDisk(t, 3_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const dataDir = join(disk, 'data')
    await endOf(startRestoring(dataDir, 'end'))
    assert.ok(existsSync(join(dataDir, restoreMarker)))
    await restoreBackup(backups, { dataDir })
    assert.deepEqual(asRestored(readDataFolder(dataDir)), asRestored(readDataFolder(data)))
  })
})
