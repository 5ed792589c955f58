import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'

import { listBackups, toBackupName } from '../../src/backup/backup-folder.ts'
import { createBackups, checkBackups, pruneBackups } from '../../src/backup/backups.ts'
import { runJobsHere } from '../../src/backup/test-support.ts'
import { checkAll } from '../../src/backup/worker/check-all.ts'
import { fillDataFolder } from '../kit/backup/data-folder.ts'

const now = new Date('2026-11-22T13:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)

/** A folder with a complete backup of each age in days. */
async function prepare(t: TestContext, ages: readonly number[]) {
  runJobsHere(t)
  const root = temporaryFolder(t)
  const [dataDir, folder] = [join(root, 'data'), join(root, 'backups')]
  await fillDataFolder(dataDir, 2)
  const backups = createBackups({ dataDir, bucket: undefined })
  for (const age of ages) {
    const { path } = await backups.make(folder)
    renameSync(path, join(folder, toBackupName(daysAgo(age))))
  }
  return folder
}

const namesOf = (ages: readonly number[]) => ages.map((age) => toBackupName(daysAgo(age))).toSorted()

describe('pruneBackups', () => {
  test('removes backups that are older than the days to keep', async (t) => {
    const folder = await prepare(t, [20, 15, 13, 0])
    const removed = await pruneBackups(folder, 14, now)
    assert.deepEqual(
      removed,
      namesOf([20, 15]).map((name) => join(folder, name)),
    )
    assert.deepEqual((await listBackups(folder)).complete, namesOf([13, 0]))
    assert.deepEqual(
      (await checkBackups(folder)).map(({ problems }) => problems),
      [[], []],
    )
  })

  test('keeps the newest complete backup, however old it is', async (t) => {
    const folder = await prepare(t, [300, 200])
    mkdirSync(join(folder, toBackupName(daysAgo(0))))
    const removed = await pruneBackups(folder, 14, now)
    assert.deepEqual(
      removed.toSorted(),
      namesOf([300, 0]).map((name) => join(folder, name)),
    )
    assert.deepEqual(await listBackups(folder), { folder, complete: namesOf([200]), incomplete: [] })
  })

  test('removes photo files that no backup names, a day after they were stored, and nothing else', async (t) => {
    const folder = await prepare(t, [0])
    const photos = join(folder, 'photos')
    const used = readdirSync(photos)
    const [old, recent] = ['0'.repeat(64), '1'.repeat(64)] as const
    for (const [name, days] of [
      [old, 2],
      [recent, 0.5],
      ['notes.txt', 2],
    ] as const) {
      writeFileSync(join(photos, name), name)
      utimesSync(join(photos, name), daysAgo(days), daysAgo(days))
    }
    for (const name of used) utimesSync(join(photos, name), daysAgo(99), daysAgo(99))
    await pruneBackups(folder, 14, now)
    assert.deepEqual(readdirSync(photos).toSorted(), [...used, recent, 'notes.txt'].toSorted())
  })

  test('removes no photo file when the manifest of a backup is damaged', async (t) => {
    const folder = await prepare(t, [1, 0])
    const [name = ''] = namesOf([1])
    writeFileSync(join(folder, name, 'manifest.json'), '{}')
    const photos = readdirSync(join(folder, 'photos'))
    for (const photo of photos) utimesSync(join(folder, 'photos', photo), daysAgo(99), daysAgo(99))
    await assert.rejects(pruneBackups(folder, 14, now), /manifest\.json is damaged/)
    assert.deepEqual(readdirSync(join(folder, 'photos')), photos)
  })

  test('does nothing to a folder that does not exist', async (t) => {
    assert.deepEqual(await pruneBackups(join(temporaryFolder(t), 'missing'), 14, now), [])
  })
})

test('a backup that is removed while a folder is checked is not damaged', async (t) => {
  const folder = await prepare(t, [15, 0])
  const [old = '', newest = ''] = namesOf([15, 0])
  const { signal } = new AbortController()
  // Called before each photo.
  signal.throwIfAborted = () => rmSync(join(folder, old), { recursive: true, force: true })
  const checked = await checkAll(folder, signal)
  assert.deepEqual(
    checked.map(({ path, problems }) => [path, problems]),
    [[join(folder, newest), []]],
  )
})

test('a backup is checked although the link that names it leads to another one meanwhile', async (t) => {
  const folder = await prepare(t, [15, 0])
  const [old = '', newest = ''] = namesOf([15, 0])
  const link = join(folder, 'latest')
  symlinkSync(join(folder, old), link)
  const { signal } = new AbortController()
  // Called before each photo.
  signal.throwIfAborted = () => {
    rmSync(link)
    symlinkSync(join(folder, newest), link)
  }
  const checked = await checkAll(link, signal)
  assert.deepEqual(
    checked.map(({ path, problems }) => [basename(path), problems]),
    [[old, []]],
  )
})
