import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import timers from 'node:timers/promises'

import { createIdentity } from '@stockinette/identity'
import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { fillDisk, noSmallDisk, smallDisk, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../../catalogue/sqlite/shop-database.ts'
import { SqliteStore } from '../../catalogue/sqlite/sqlite-store.ts'
import { itemNamed, photoNamed } from '../../catalogue/test-support.ts'
import { openPhotoStore } from '../../photos/storage/open-photo-store.ts'
import { descriptionName } from '../../photos/trash.ts'
import { listBackups, photosFolder, toBackupName } from '../backup-folder.ts'
import { checkBackups, createBackups, withCheck } from '../backups.ts'
import { manifestFile } from '../manifest.ts'
import { restoreBackup } from '../restore-backup.ts'
import { runJobsHere } from '../test-support.ts'
import { toHealth } from './backup-status.ts'
import { DailyBackup, startBackupJob } from './daily-backup.ts'

const hourMs = 3_600_000
const photo = photoNamed('a')

/** A shop with an item that has a photo, and its backup folder. */
async function openShop(t: TestContext, folder = join(temporaryFolder(t), 'backups')) {
  runJobsHere(t)
  const data = openDataFolder(temporaryFolder(t))
  const lines: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const database = openShopDatabase(data)
  const store = new SqliteStore({ folder: data, log, database })
  const identity = await createIdentity({ dataDir: data.path, projectId: 'demo-shop', log })
  t.after(async () => {
    await identity.close()
    await store.close()
    data.close()
  })
  const photos = await openPhotoStore({ dataDir: data.path })
  await photos.put(descriptionName(photo.id), Buffer.from('{}'))
  await store.add({ ...itemNamed('Beanie'), photos: [photo] })
  const backups = createBackups({ dataDir: data.path, bucket: undefined })
  let distrust: string | undefined
  const ended = new AbortController()
  /** What a process of the shop has after its start. */
  const start = async (made: typeof backups = backups, onGood?: () => void) => {
    const distrustClock = () => distrust
    const checked = withCheck(made, onGood)
    const daily = new DailyBackup({
      backups: checked,
      folder,
      keepDays: 3,
      distrustClock,
      log,
      signal: ended.signal,
    })
    await daily.readFolder()
    return daily
  }
  return {
    folder,
    backups,
    photos,
    log,
    start,
    stop: () => ended.abort(),
    distrustClock: () => (distrust = 'the clock jumped'),
    names: async () => (await listBackups(folder)).complete,
    logged: () => lines.map(({ msg }) => msg).filter((msg) => /back/.test(msg)),
  }
}

/** Copies the newest backup as others of these ages in days, oldest first. */
async function copyAged(folder: string, path: string, days: readonly number[]): Promise<string[]> {
  const names = days.map((each) => toBackupName(new Date(Date.now() - each * 24 * hourMs)))
  for (const name of names) await cp(path, join(folder, name), { recursive: true })
  return names
}

/** Lets time pass: makes the newest backup, or another one, this many hours old. */
async function age(folder: string, hours: number, path?: string): Promise<string> {
  const name = path === undefined ? ((await listBackups(folder)).complete.at(-1) ?? '') : basename(path)
  const older = toBackupName(new Date(Date.now() - hours * hourMs))
  await rename(join(folder, name), join(folder, older))
  return older
}

/** A file in place of the backup folder: nobody can write there, not even root. */
async function block(folder: string): Promise<void> {
  await writeFile(folder, '')
}

/** A link to itself in place of a file: nobody can read it, not even root. */
function makeUnreadable(file: string): void {
  rmSync(file)
  symlinkSync(basename(file), file)
}

describe('the shop’s own backups', () => {
  test('the first one is made, checked and logged; the next one a day later', async (t) => {
    const { folder, start, names, logged } = await openShop(t)
    const daily = await start()
    assert.deepEqual(daily.status(), { at: undefined, problem: undefined, lastComplete: undefined })
    await daily.runIfDue()
    await daily.runIfDue()
    assert.equal((await names()).length, 1)
    assert.deepEqual(logged(), ['the shop was backed up'])
    const { at, problem, lastComplete } = daily.status()
    assert.equal(problem, undefined)
    assert.ok(at && lastComplete && at >= lastComplete)
    await age(folder, 23)
    await daily.runIfDue()
    assert.equal((await names()).length, 1)
    await age(folder, 24)
    await daily.runIfDue()
    assert.equal((await names()).length, 2)
  })

  test('a restart does not repeat it, and a backup made by hand counts', async (t) => {
    const { folder, backups, start, names } = await openShop(t)
    const { path } = await backups.make(folder)
    for (let starts = 0; starts < 3; starts++) {
      const daily = await start()
      await daily.runIfDue()
      const { at, problem } = daily.status()
      assert.deepEqual([problem, path.endsWith(toBackupName(at ?? new Date(0)))], [undefined, true])
    }
    assert.equal((await names()).length, 1)
  })

  test('while one is made by hand, it is not said to be interrupted, and no other is made after it', async (t) => {
    const { folder, backups, start, names } = await openShop(t)
    const daily = await start()
    const begun = Promise.withResolvers<void>()
    const byHand = backups.make(folder, { report: () => begun.resolve() })
    await begun.promise
    const looking = daily.runIfDue()
    await byHand
    assert.equal(daily.status().problem, undefined)
    await looking
    assert.equal((await names()).length, 1)
  })

  test('a failed one is tried again at the next look, and stays failed until one succeeds', async (t) => {
    const { folder, start, names, logged } = await openShop(t)
    await block(folder)
    const daily = await start()
    assert.equal(daily.status().problem, 'not-writable')
    await daily.runIfDue()
    assert.equal(daily.status().problem, 'not-writable')
    assert.ok(daily.status().at)
    await rm(folder)
    await daily.runIfDue()
    assert.equal(daily.status().problem, undefined)
    assert.equal((await names()).length, 1)
    assert.deepEqual(logged().slice(-2), ['the backup failed; next attempt in an hour', 'the shop was backed up'])
  })

  test('the first look is a minute after the start, and the next one an hour after a failure', async (t) => {
    const { folder, backups, log, logged } = await openShop(t)
    await block(folder)
    const pauses: unknown[] = []
    const third = Promise.withResolvers<void>()
    const pause: typeof timers.setTimeout = async (ms, value, options) => {
      if (pauses.push(ms) === 3) {
        third.resolve()
        await once(options?.signal ?? new AbortController().signal, 'abort')
      }
      return value as never
    }
    t.mock.method(timers, 'setTimeout', pause)
    syncBuiltinESMExports() // For named imports.
    t.after(() => {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    })
    await using _job = startBackupJob({ backups, folder, keepDays: 3, distrustClock: () => undefined, log })
    await third.promise
    assert.deepEqual(pauses, [60_000, 3_600_000, 3_600_000])
    // One is of the look at the start.
    assert.deepEqual(logged(), Array<string>(3).fill('the backup failed; next attempt in an hour'))
  })

  test('one with a file that cannot be read does not count as complete, and is made again', async (t) => {
    const { backups, start, names } = await openShop(t)
    const make: typeof backups.make = async (...args) => {
      const summary = await backups.make(...args)
      makeUnreadable(join(summary.path, 'items.db'))
      return summary
    }
    const daily = await start({ make })
    await daily.runIfDue()
    assert.equal(daily.status().problem, 'damaged')
    assert.deepEqual(await names(), [])
    await (await start()).runIfDue()
    assert.equal((await names()).length, 1)
  })

  test('one whose check is aborted, because the shop stops, is removed', async (t) => {
    const { folder, backups, start, stop, logged } = await openShop(t)
    const make: typeof backups.make = async (...args) => {
      const summary = await backups.make(...args)
      stop()
      return summary
    }
    const daily = await start({ make })
    await daily.runIfDue()
    assert.deepEqual(await listBackups(folder), { folder, complete: [], incomplete: [] })
    assert.deepEqual([daily.status().problem, ...logged()], [undefined, 'a backup was interrupted: the shop stops'])
  })

  test('a failure is over when a backup was made by hand', async (t) => {
    const { folder, backups, start, names } = await openShop(t)
    await block(folder)
    const daily = await start()
    await rm(folder)
    await backups.make(folder)
    await daily.runIfDue()
    assert.equal(daily.status().problem, undefined)
    assert.equal((await names()).length, 1)
  })

  test('stopping the shop aborts it: nothing is left, and that is no failure', async (t) => {
    const { folder, start, stop, logged } = await openShop(t)
    const daily = await start()
    const running = daily.runIfDue()
    stop()
    await running
    assert.deepEqual(await listBackups(folder), { folder, complete: [], incomplete: [] })
    assert.deepEqual([daily.status().problem, ...logged()], [undefined, 'a backup was interrupted: the shop stops'])
  })

  test('the first one was interrupted: no other is said to be the last complete one', async (t) => {
    const { folder, start } = await openShop(t)
    await mkdir(join(folder, toBackupName(new Date())), { recursive: true })
    const daily = await start()
    assert.deepEqual(toHealth(daily.status()), {
      ok: false,
      at: null,
      problem: 'The last backup was interrupted, and there is no complete one.',
    })
    await daily.runIfDue()
    assert.equal(daily.status().problem, undefined)
  })

  test('overdue: the newest complete one is two days old', async (t) => {
    const { folder, backups, start } = await openShop(t)
    await backups.make(folder)
    await age(folder, 47)
    assert.equal((await start()).status().problem, undefined)
    const name = await age(folder, 49)
    const { at, problem, lastComplete } = (await start()).status()
    assert.equal(problem, 'overdue')
    assert.deepEqual([at, lastComplete && toBackupName(lastComplete)], [lastComplete, name])
  })
})

describe('backups that are checked', () => {
  /** Damages each backup right after it was made, until it is repaired; counts the good ones. */
  async function openDamagedDisk(t: TestContext) {
    const shop = await openShop(t)
    const disk = { isDamaged: true, good: 0 }
    const make: typeof shop.backups.make = async (...args) => {
      const summary = await shop.backups.make(...args)
      if (disk.isDamaged) writeFileSync(join(summary.path, 'items.db'), 'damaged')
      return summary
    }
    return { ...shop, disk, make, onGood: () => (disk.good += 1) }
  }

  test('each good daily one is announced, and no damaged one', async (t) => {
    const { folder, start, disk, make, onGood } = await openDamagedDisk(t)
    const daily = await start({ make }, onGood)
    await daily.runIfDue()
    assert.equal(disk.good, 0)
    disk.isDamaged = false
    await daily.runIfDue()
    assert.equal(disk.good, 1)
    await daily.runIfDue()
    await age(folder, 25)
    await daily.runIfDue()
    assert.equal(disk.good, 2)
  })

  test('a damaged one that was made by hand is refused: it is not announced, and is not the newest', async (t) => {
    const { folder, names, disk, make, onGood } = await openDamagedDisk(t)
    const byHand = withCheck({ make }, onGood)
    await assert.rejects(byHand.make(folder), {
      name: 'BackupError',
      failure: 'damaged',
      message: /items\.db is damaged/,
    })
    assert.deepEqual([disk.good, await names()], [0, []])
    disk.isDamaged = false
    const { path } = await byHand.make(folder)
    assert.deepEqual([disk.good, await names()], [1, [basename(path)]])
  })
})

describe('a photo that the shop has lost', () => {
  const file = descriptionName(photo.id)
  const check = async (path: string) =>
    (await checkBackups(path)).map(({ photoFiles, missingPhotos, problems }) => ({
      photoFiles,
      missingPhotos,
      problems,
    }))
  const whole = { photoFiles: 1, missingPhotos: 0, problems: [] }
  const without = { photoFiles: 0, missingPhotos: 1, problems: [] }
  /** A shop with a backup of 30 days ago, which has lost a file of its photo since. */
  async function loseIt(t: TestContext, lost = file) {
    const shop = await openShop(t)
    if (lost !== file) await shop.photos.put(lost, Buffer.from(lost))
    const daily = await shop.start()
    await daily.runIfDue()
    await age(shop.folder, 30 * 24)
    await shop.photos.trash.add(lost)
    await shop.photos.trash.remove(lost)
    /** A day with its backup. */
    const passDay = async () => {
      await daily.runIfDue()
      await age(shop.folder, 25)
    }
    return { ...shop, daily, passDay }
  }

  test('stays in each backup, is restored, and the log says so', async (t) => {
    const { folder, passDay, logged } = await loseIt(t)
    await passDay()
    await passDay()
    assert.match(
      logged().join('\n'),
      /backed up\nthe shop does not have some of the photos .*\nold backups were removed/,
    )
    assert.deepEqual(await check(folder), [whole, whole])
    const dataDir = temporaryFolder(t)
    await restoreBackup(folder, { dataDir })
    assert.ok(await (await openPhotoStore({ dataDir })).get(file))
  })

  test('is missing in a backup if no earlier one has an undamaged copy; a damaged copy is not removed', async (t) => {
    const { folder, backups, daily, passDay } = await loseIt(t)
    const elsewhere = join(temporaryFolder(t), 'backups')
    await backups.make(elsewhere)
    assert.deepEqual(await check(elsewhere), [without])
    await passDay()
    const [name = ''] = await readdir(join(folder, photosFolder))
    const copy = join(folder, photosFolder, name)
    writeFileSync(copy, '[]')
    await passDay()
    assert.equal(daily.status().problem, undefined)
    assert.deepEqual((await check(folder)).at(-1), without)
    writeFileSync(copy, '{}')
    await passDay()
    assert.deepEqual((await check(folder)).at(-1), whole)
  })

  test('is kept file by file: one that is lost stays in each backup while a copy is undamaged', async (t) => {
    const picture = `${photo.id}-360.avif`
    const { folder, passDay, logged } = await loseIt(t, picture)
    await passDay()
    await passDay()
    assert.match(
      logged().join('\n'),
      /backed up\nthe shop does not have some of the photos .*\nold backups were removed/,
    )
    const both = { ...whole, photoFiles: 2 }
    assert.deepEqual(await check(folder), [both, both])
    const dataDir = temporaryFolder(t)
    await restoreBackup(folder, { dataDir })
    assert.equal(Buffer.from((await (await openPhotoStore({ dataDir })).get(picture)) ?? []).toString(), picture)
    const copies = await readdir(join(folder, photosFolder))
    for (const name of copies) writeFileSync(join(folder, photosFolder, name), 'damaged')
    await passDay()
    assert.deepEqual((await check(folder)).at(-1), { photoFiles: 1, missingPhotos: 1, problems: [] })
  })
})

describe('old backups', () => {
  test('those older than the days to keep are removed after the next one', async (t) => {
    const { folder, backups, start, names, logged } = await openShop(t)
    const { path } = await backups.make(folder)
    const [, , last] = await copyAged(folder, path, [5, 4, 2])
    await age(folder, 25)
    await (await start()).runIfDue()
    assert.deepEqual((await names()).slice(0, -2), [last])
    assert.deepEqual(logged(), ['the shop was backed up', 'old backups were removed'])
  })

  test('so are they after each one that was made by hand, and no earlier', async (t) => {
    const { folder, backups, start, names, logged } = await openShop(t)
    const { path } = await backups.make(folder)
    const daily = await start()
    await daily.runIfDue()
    const [old = ''] = await copyAged(folder, path, [4])
    await daily.runIfDue()
    assert.deepEqual(await names(), [old, basename(path)])
    const next = await backups.make(folder)
    await daily.runIfDue()
    assert.deepEqual(await names(), [basename(path), basename(next.path)])
    assert.deepEqual(logged(), ['old backups were removed'])
  })

  test('none is removed while the clock is not trusted', async (t) => {
    const { folder, backups, start, distrustClock, names, logged } = await openShop(t)
    await backups.make(folder)
    const old = await age(folder, 30 * 24)
    distrustClock()
    await (await start()).runIfDue()
    const [first, ...others] = await names()
    assert.deepEqual([first, others.length], [old, 1])
    assert.deepEqual(logged(), ['the shop was backed up', 'old backups were not removed'])
  })

  test('a clock that was a month ahead neither stops backups, nor removes any, nor is restored', async (t) => {
    const { folder, backups, start, names } = await openShop(t)
    const { path } = await backups.make(folder)
    const [ahead] = await copyAged(folder, path, [-30])
    const yesterday = await age(folder, 25, path)
    const daily = await start()
    await daily.runIfDue()
    await daily.runIfDue()
    const [first, today = '', last, ...others] = await names()
    assert.deepEqual([first, last, others], [yesterday, ahead, []])
    assert.equal(daily.status().problem, undefined)
    const restored = await restoreBackup(folder, { dataDir: join(temporaryFolder(t), 'restored') })
    assert.equal(restored.path, join(folder, today))
  })

  test('on a full disk, old ones make room for the next one', async (t) => {
    const disk = smallDisk(t, 4_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const { backups, start, names } = await openShop(t, disk)
    const { path } = await backups.make(disk)
    await copyAged(disk, path, [7, 6, 5, 4])
    const newest = await age(disk, 25)
    const filler = join(disk, 'filler')
    fillDisk(filler)
    const daily = await start()
    await daily.runIfDue()
    assert.equal(daily.status().problem, 'disk-full')
    assert.deepEqual(await names(), [newest])
    await daily.runIfDue()
    assert.equal(daily.status().problem, undefined)
  })
})

describe('a damaged backup', () => {
  test('a damaged photo, shared by all backups, is found within a day and stored again', async (t) => {
    const { folder, start, names } = await openShop(t)
    const daily = await start()
    await daily.runIfDue()
    const yesterday = await age(folder, 25)
    const [file = ''] = await readdir(join(folder, photosFolder))
    writeFileSync(join(folder, photosFolder, file), '[]')
    await daily.runIfDue()
    assert.equal(daily.status().problem, 'damaged')
    assert.deepEqual(await names(), [yesterday], 'the damaged one does not count as complete')
    await daily.runIfDue()
    assert.equal(daily.status().problem, undefined)
    assert.equal((await names()).length, 2)
  })

  test('the check says what to do with a damaged photo, which only helps while the shop has it', async (t) => {
    const { folder, backups, photos, start } = await openShop(t)
    await (await start()).runIfDue()
    const [file = ''] = await readdir(join(folder, photosFolder))
    const path = join(folder, photosFolder, file)
    const problems = async () => (await checkBackups(folder)).flatMap((checked) => checked.problems)
    writeFileSync(path, '[]')
    assert.match(
      (await problems())[0] ?? '',
      /is damaged\. Remove it\. .* if the shop still has this photo; if not, put/,
    )
    await rm(path)
    assert.match((await problems())[0] ?? '', /is missing\. The next backup stores it again if the shop still has/)
    await backups.make(folder)
    assert.deepEqual(await problems(), [])
    await rm(path)
    await photos.trash.add(descriptionName(photo.id))
    await photos.trash.remove(descriptionName(photo.id))
    await backups.make(folder)
    assert.equal((await problems()).length, 2, 'the earlier backups still lack it')
  })

  test('a file that cannot be read is a problem of its own: the check goes on, and it is not removed', async (t) => {
    const { folder, photos, backups } = await openShop(t)
    await photos.put(`${photo.id}-360.avif`, Buffer.from('a picture'))
    const { path } = await backups.make(folder)
    makeUnreadable(join(path, 'items.db'))
    const [first = '', second = ''] = await readdir(join(folder, photosFolder))
    makeUnreadable(join(folder, photosFolder, first))
    writeFileSync(join(folder, photosFolder, second), 'damaged')
    const [checked] = await checkBackups(folder)
    const [ofDatabase = '', ...ofPhotos] = checked?.problems ?? []
    assert.match(ofDatabase, /items\.db cannot be read: ELOOP\.$/)
    assert.equal(ofPhotos.length, 2)
    assert.match(ofPhotos.join('\n'), new RegExp(`${first} \\(\\S+\\) cannot be read: ELOOP\\.$`, 'm'))
    assert.match(ofPhotos.join('\n'), new RegExp(`${second} \\(\\S+\\) is damaged\\. Remove it\\.`))
    assert.deepEqual(checked?.damagedPhotos, [join(folder, photosFolder, second)])
  })

  test('it does not count as the newest after a restart either', async (t) => {
    const { folder, backups, start, names } = await openShop(t)
    /** Damages each copy of the items right after it was made. */
    const make: typeof backups.make = async (...args) => {
      const summary = await backups.make(...args)
      writeFileSync(join(summary.path, 'items.db'), 'damaged')
      return summary
    }
    const daily = await start({ make })
    await daily.runIfDue()
    assert.equal(daily.status().problem, 'damaged')
    const { incomplete } = await listBackups(folder)
    assert.equal(incomplete.length, 1)
    assert.ok(!existsSync(join(folder, incomplete[0] ?? '', manifestFile)))
    await (await start()).runIfDue()
    assert.equal((await names()).length, 1)
  })
})
