import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { listBackups } from '../../src/backup/backup-folder.ts'
import { checkBackups } from '../../src/backup/backups.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { trashName } from '../../src/photos/storage/disk-store.ts'
import { unfinished } from '../../src/photos/storage/disk.ts'
import { asRestored, filesOfPhoto, fillDataFolder, readDataFolder } from '../kit/backup/data-folder.ts'
import { endOf, startCommand, succeed } from '../kit/command.ts'
import { makePipe } from '../kit/named-pipe.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const items = 100
const photoFiles = items * filesOfPhoto

/** A data folder with photos. Tests change copies of it. */
const original = mkdtempSync(join(tmpdir(), 'stockinette-interrupted-'))
after(() => rmSync(original, { recursive: true }))
await fillDataFolder(original, items, 2_000)

function prepare(t: TestContext) {
  const root = temporaryFolder(t)
  const dataDir = join(root, 'data')
  cpSync(original, dataDir, { recursive: true })
  return { root, dataDir }
}

/**
 * Starts a backup in a new folder. `moment` resolves after some of the changes that it makes in its folder, at random, or when
 * it ends.
 */
function startBackup(dataDir: string, folder: string) {
  const changes = Math.floor(Math.random() * photoFiles)
  // It can be watched from the start.
  mkdirSync(join(folder, 'photos'), { recursive: true })
  const command = startCommand({ SHOP_DATA_DIR: dataDir }, 'backup', folder)
  const ended = endOf(command)
  const { promise: moment, resolve } = Promise.withResolvers<void>()
  let seen = 0
  const note = () => {
    seen += 1
    if (seen > changes) resolve()
  }
  const watchers = [folder, join(folder, 'photos')].map((each) => watch(each, note))
  const stopWatching = async () => {
    await ended
    resolve()
    for (const watcher of watchers) watcher.close()
  }
  void stopWatching()
  return { command, ended, moment }
}

/**
 * Makes each backup wait while it reads its last photo file, of which the photos' folder has a named pipe and the trash the
 * file itself: a pipe is not listed. @returns as `makePipe` does.
 */
function holdBackups(t: TestContext, dataDir: string) {
  const photos = join(dataDir, 'photos')
  const [name = ''] = readdirSync(photos)
  mkdirSync(join(photos, trashName))
  renameSync(join(photos, name), join(photos, trashName, name))
  return makePipe(t, join(photos, name))
}

/** Asserts that a backup folder has neither a backup nor a part of one, apart from photo files that are whole. */
async function assertNothingUnfinished(folder: string): Promise<void> {
  const { complete, incomplete } = await listBackups(folder)
  const parts = readdirSync(join(folder, 'photos')).filter((name) => name.startsWith(unfinished))
  assert.deepEqual({ complete, incomplete, parts }, { complete: [], incomplete: [], parts: [] })
}

/** What must be so after an interruption. */
async function assertNextIsComplete(dataDir: string, folder: string): Promise<void> {
  const { incomplete } = await listBackups(folder)
  for (const name of incomplete) {
    await assert.rejects(restoreBackup(join(folder, name), { dataDir: join(folder, 'x') }), /is incomplete/)
  }
  await succeed(dataDir, 'backup', folder)
  const found = await listBackups(folder)
  assert.deepEqual(found.incomplete, [])
  const [checked] = await checkBackups(join(folder, found.complete.at(-1) ?? ''))
  assert.deepEqual(checked?.problems, [])
  assert.equal(checked.photoFiles, photoFiles)
  const names = readdirSync(join(folder, 'photos'))
  assert.deepEqual(
    names.filter((name) => !/^[0-9a-f]{64}$/.test(name)),
    [],
  )
}

test('a backup that is killed, as a command of its own, harms nothing, and the next one is complete', async (t) => {
  const { root, dataDir } = prepare(t)
  const folder = join(root, 'backups')
  const before = readDataFolder(dataDir)
  const { command, moment, ended } = startBackup(dataDir, folder)
  await moment
  command.kill('SIGKILL')
  await ended
  await assertNextIsComplete(dataDir, folder)
  assert.deepEqual(readDataFolder(dataDir), before)
  await restoreBackup(folder, { dataDir: join(root, 'elsewhere') })
  assert.deepEqual(asRestored(readDataFolder(join(root, 'elsewhere'))), asRestored(before))
})

test('a backup that is stopped by several signals removes what is unfinished', async (t) => {
  const { root, dataDir } = prepare(t)
  const untilHeld = holdBackups(t, dataDir)
  const folder = join(root, 'backups')
  const { command, ended } = startBackup(dataDir, folder)
  const release = await untilHeld()
  const timer = setInterval(() => command.kill('SIGHUP'), 1)
  await wait(50)
  release()
  const { code } = await ended
  clearInterval(timer)
  assert.notEqual(code, 0) // 1, or none if another signal comes once everything is removed.
  await assertNothingUnfinished(folder)
})

describe('a backup of a running shop', () => {
  for (const [how, signal] of [
    ['killed', 'SIGKILL'],
    ['stopped by Ctrl-C', 'SIGINT'],
  ] as const) {
    test(`is stopped when its command is ${how}, and what is unfinished is removed`, async (t) => {
      const { root, dataDir } = prepare(t)
      const untilHeld = holdBackups(t, dataDir)
      const folder = join(root, 'backups')
      await using shop = await host.open({ dataDir })
      const { command, ended } = startBackup(dataDir, folder)
      const release = await untilHeld()
      command.kill(signal)
      const { code, stderr } = await ended
      if (signal === 'SIGINT') {
        assert.equal(code, 1)
        assert.match(stderr, /Stopped\. What was unfinished is removed\.\n$/)
      }
      // When the shop answers this, it knows that the command before has ended.
      await shop.command('owner', 'list')
      release()
      // The thread of the backup takes only what other processes leave of the processor.
      await t.waitFor(() => assertNothingUnfinished(folder), { timeout: 120_000 })
      await shop.command('backup', folder)
      const { complete, incomplete } = await listBackups(folder)
      assert.deepEqual([complete.length, incomplete.length], [1, 0])
    })
  }

  test('reports its progress', async (t) => {
    const { root, dataDir } = prepare(t)
    await using shop = await host.open({ dataDir })
    const { code, stderr } = await endOf(startCommand({ SHOP_DATA_DIR: shop.dataDir }, 'backup', join(root, 'backups')))
    assert.equal(code, 0)
    assert.match(stderr, /1\/1 {2}MB of items and accounts\n/)
    assert.match(stderr, new RegExp(`${photoFiles}/${photoFiles} {2}photo files\n$`))
  })
})
