import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'

import { openDatabase } from './database.ts'
import { createDurableWrites } from './durable-writes.ts'
import { temporaryFolder } from './test-support.ts'

/** Durable writes on a disk whose syncs wait until the test finishes them, one after the other. */
function openOnSlowDisk(t: TestContext) {
  const database = openDatabase(join(temporaryFolder(t), 'test.db'), ['CREATE TABLE note (text TEXT) STRICT'])
  const syncs: PromiseWithResolvers<void>[] = []
  const durable = createDurableWrites(database, () => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  })
  const insert = database.prepare('INSERT INTO note (text) VALUES (?)')
  const done: string[] = []
  const write = async (text: string) => {
    await durable.write(() => insert.run(text))
    done.push(text)
  }
  const count = () => database.prepare('SELECT count(*) AS count FROM note').get()?.['count']
  const synchronous = () => database.prepare('PRAGMA synchronous').get()?.['synchronous']
  const close = async () => {
    await durable.close()
    database.close()
  }
  return { durable, write, done, count, synchronous, syncs, close }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('createDurableWrites', () => {
  it('shows a write at once, and resolves when the disk has it; writes during a sync share the next one', async (t) => {
    const { write, done, count, syncs, close } = openOnSlowDisk(t)
    const first = write('1')
    await turn()
    const others = [write('2'), write('3')]
    await turn()
    assert.deepEqual([count(), done, syncs.length], [3, [], 1])
    syncs[0]?.resolve()
    await first
    await turn()
    assert.deepEqual([done, syncs.length], [['1'], 2])
    const closed = close()
    syncs[1]?.resolve()
    await Promise.all(others)
    await closed
    assert.deepEqual(done, ['1', '2', '3'])
  })

  it('rejects with the error of the work, and later commits are synced by SQLite again', async (t) => {
    const { durable, synchronous, syncs, close } = openOnSlowDisk(t)
    const work = () => {
      throw new Error('refused')
    }
    await assert.rejects(durable.write(work), { message: 'refused' })
    assert.deepEqual([synchronous(), syncs.length], [2, 0])
    await close()
  })
})
