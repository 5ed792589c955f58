import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, rmdirSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import timers from 'node:timers/promises'

import { createIdentity } from '@stockinette/identity'
import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { storageFailures } from '@stockinette/sqlite/errors.ts'
import { fillDisk, noSmallDisk, smallDisk, temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import { SqliteStore } from '../catalogue/sqlite/sqlite-store.ts'
import { itemNamed } from '../catalogue/test-support.ts'
import { callIdentity } from '../owners/embedded/test-support.ts'
import { openPhotos } from '../photos/photos.ts'
import { watchStorage } from './storage-health.ts'

const unavailable = { code: 'storage-unavailable' }

/** Opens everything that writes to a data folder, and its health check with a short interval. */
async function open(t: TestContext, path = temporaryFolder(t)) {
  const lines = new EventEmitter()
  const log = pino({}, { write: (line: string) => void lines.emit((JSON.parse(line) as { msg: string }).msg) })
  const folder = openDataFolder(path)
  const store = new SqliteStore({ folder, log })
  const identity = await createIdentity({ dataDir: path, projectId: 'demo-shop', log })
  const photos = await openPhotos({ dataDir: path, copiesPictures: false, store, distrustClock: () => undefined, log })
  let probed = 0
  const count = async () => void probed++
  const probes = [count, () => store.tryWrite(), async () => identity.tryWrite(), () => photos.tryWrite()]
  const health = watchStorage({ probes, log, retryMs: 10 })
  t.after(async () => {
    health[Symbol.dispose]()
    await photos.close()
    await store.close()
    await identity.close()
    folder.close()
  })
  const worksAgain = () => once(lines, 'the storage works again')
  return { path, store, identity, photos, health, worksAgain, probed: () => probed }
}

/** Locks a database against writing, as another program can. @returns a function that unlocks it. */
function lockFile(t: TestContext, file: string): () => void {
  const other = new DatabaseSync(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return () => other.exec('ROLLBACK')
}

describe('watchStorage', () => {
  test('reports an item that cannot be saved, until saving works again', async (t) => {
    const { path, store, health, worksAgain } = await open(t)
    assert.equal(health.trouble(), undefined)
    const unlock = lockFile(t, join(path, 'items.db'))
    await assert.rejects(store.add(itemNamed('Beanie')), unavailable)
    assert.equal(health.trouble(), 'The shop cannot save: database is locked.')
    const works = worksAgain()
    unlock()
    await works
    assert.equal(health.trouble(), undefined)
    await store.add(itemNamed('Beanie'))
  })

  test('reports an account that cannot be saved', async (t) => {
    const { path, identity, health, worksAgain } = await open(t)
    const unlock = lockFile(t, join(path, 'identity.sqlite'))
    await assert.rejects(callIdentity(identity, 'accounts:signUp', {}), { code: 503 })
    assert.match(health.trouble() ?? '', /database is locked/)
    const works = worksAgain()
    unlock()
    await works
  })

  test('reports photos that cannot be read or stored, and its test writes leave no files', async (t) => {
    const { path, photos, health, worksAgain } = await open(t)
    const folder = join(path, 'photos')
    rmdirSync(folder)
    writeFileSync(folder, 'a file where the folder was')
    await assert.rejects(photos.library.read(`${'0'.repeat(32)}.jpg`), unavailable)
    assert.equal(health.trouble(), 'The shop cannot save: there is no such folder.')
    const works = worksAgain()
    rmSync(folder)
    mkdirSync(folder)
    await works
    assert.equal(health.trouble(), undefined)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('reports a failure until every place can be written to', async (t) => {
    const { path, store, health, worksAgain, probed } = await open(t)
    const unlock = lockFile(t, join(path, 'items.db'))
    await assert.rejects(store.add(itemNamed('Beanie')), unavailable)
    unlock()
    rmdirSync(join(path, 'uploads'))
    while (probed() < 3) await new Promise(setImmediate)
    assert.equal(health.trouble(), 'The shop cannot save: there is no such file or folder.')
    const works = worksAgain()
    mkdirSync(join(path, 'uploads'))
    await works
  })

  test('tries a small write every 30 seconds', async (t) => {
    const pauses: unknown[] = []
    t.mock.method(timers, 'setTimeout', async (ms: number) => void pauses.push(ms))
    syncBuiltinESMExports() // For named imports.
    t.after(() => {
      t.mock.restoreAll()
      syncBuiltinESMExports()
    })
    const works = Promise.withResolvers<void>()
    const probe = async () => {
      if (pauses.length < 3) throw new Error('still broken')
      works.resolve()
    }
    using health = watchStorage({ probes: [probe], log: pino({ level: 'silent' }) })
    storageFailures.publish(new Error('broken'))
    await works.promise
    assert.deepEqual(pauses, [30_000, 30_000, 30_000])
    await new Promise(setImmediate)
    assert.equal(health.trouble(), undefined)
  })

  test('reports a full disk, until it has space again', async (t) => {
    const disk = smallDisk(t, 8_000_000)
    if (disk === undefined) return t.skip(noSmallDisk)
    const { store, health, worksAgain } = await open(t, disk)
    const filler = join(disk, 'filler')
    fillDisk(filler)
    const fill = async () => {
      for (;;) await store.add({ ...itemNamed('Beanie'), description: 'x'.repeat(4_000) })
    }
    await assert.rejects(fill(), unavailable)
    assert.equal(health.trouble(), 'The shop cannot save: database or disk is full.')
    const works = worksAgain()
    rmSync(filler)
    await works
    await store.add(itemNamed('Beanie'))
    assert.equal(health.trouble(), undefined)
  })
})
