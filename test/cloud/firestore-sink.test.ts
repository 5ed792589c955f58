import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import type { Firestore } from '@google-cloud/firestore'
import { pino } from 'pino'

import { createFirestoreSink } from '../../src/catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../src/catalogue/transfer/firestore-source.ts'
import { transferItem } from '../../src/catalogue/transfer/transfer.contract.ts'
import { maxItemsPerPut } from '../../src/catalogue/transfer/transfer.ts'
import { openDatabase } from './firestore-emulator.ts'

const log = pino({ enabled: false })
const items = [0, 1, 2].map((index) => transferItem(index))

type Commit = () => Promise<unknown>

/** A sink on an empty Firestore, whose first commit is replaced by `firstCommit`, and another client of that Firestore. */
async function open(t: TestContext, firstCommit: (commit: Commit, other: Firestore) => Promise<unknown>) {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const client = await connect()
  const { firestore: other } = await connect()
  const { firestore } = client
  const createBatch = firestore.batch.bind(firestore)
  let commits = 0
  firestore.batch = () => {
    const batch = createBatch()
    const commit = batch.commit.bind(batch)
    const replaced = () => {
      commits += 1
      return commits === 1 ? firstCommit(commit, other) : commit()
    }
    batch.commit = replaced as typeof commit
    return batch
  }
  const source = createFirestoreSource({ firestore: other, log })
  return { sink: createFirestoreSink(client), source, other, commits: () => commits }
}

const failure = (code: number) => Object.assign(new Error('A failure of this test.'), { code })

describe('Firestore sink', () => {
  test('reads again when another client writes between its read and its commit', async (t) => {
    const { sink } = await open(t, async (commit, other) => {
      await other.collection('items').doc(transferItem(1).id).create({ title: 'Another' })
      return commit()
    })
    assert.deepEqual(await sink.put(items), ['added', 'differs', 'added'])
  })

  test('counts items whose commit succeeded but whose response was lost', async (t) => {
    const { sink, source, commits } = await open(t, async (commit) => {
      await commit()
      throw failure(14)
    })
    assert.deepEqual(await sink.put(items), ['added', 'added', 'added'])
    assert.deepEqual([await source.count(), commits()], [3, 1])
  })

  test('retries a temporary failure', async (t) => {
    const { sink, commits } = await open(t, () => Promise.reject(failure(4)))
    assert.deepEqual(await sink.put(items), ['added', 'added', 'added'])
    assert.equal(commits(), 2)
  })

  test('a permanent failure is not retried, and nothing is written', async (t) => {
    const { sink, source, commits } = await open(t, () => Promise.reject(failure(7)))
    await assert.rejects(sink.put(items), { code: 'storage-unavailable' })
    assert.deepEqual([await source.count(), commits()], [0, 1])
  })

  test('does not change a document that is not an item', async (t) => {
    const { sink, other } = await open(t, (commit) => commit())
    const reference = other.collection('items').doc(transferItem(0).id)
    await reference.create({ title: 7 })
    assert.deepEqual(await sink.put(items), ['differs', 'added', 'added'])
    assert.deepEqual((await reference.get()).data(), { title: 7 })
  })

  test('keeps the millisecond of createdAt for any number of items', async (t) => {
    const { sink, source } = await open(t, (commit) => commit())
    const createdAt = new Date(-1)
    const many = Array.from({ length: 1_002 }, (_, index) => transferItem(index, { createdAt }))
    while (many.length > 0) await sink.put(many.splice(0, maxItemsPerPut))
    const all = (await Array.fromAsync(source.all())).flat()
    assert.deepEqual(
      all.map((item) => item.createdAt),
      Array.from({ length: 1_002 }, () => createdAt),
    )
  })
})
