import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { CollectionReference, DocumentSnapshot, Firestore } from '@google-cloud/firestore'
import { pino } from 'pino'

import { status } from '../../../google/firestore-error.ts'
import { createDocumentReader } from '../item-document.ts'
import { ItemNotes } from '../item-notes.ts'
import { Mirror } from './mirror.ts'

/** No item has a note. */
const listened = {
  onSnapshot(onNext: (snapshot: { docs: [] }) => void) {
    onNext({ docs: [] })
    return () => {}
  },
}
const notes = new ItemNotes({ collection: () => listened } as unknown as Firestore)

test('while Firestore fails, new callers are refused at once; those that wait get the items when it answers again', async () => {
  const failed = Promise.withResolvers<void>()
  const log = pino({}, { write: () => failed.resolve() })
  let calls = 0
  const refusal = Object.assign(new Error('no permission'), { code: status.permissionDenied })
  const get = async () => {
    calls += 1
    if (calls === 1) throw refusal
    return { docs: [] }
  }
  const query = { limit: () => query, get }
  const items = { orderBy: () => query } as unknown as CollectionReference
  const filled = Promise.withResolvers<void>()
  const mirror = new Mirror({
    items,
    notes,
    reader: createDocumentReader(log),
    log,
    onFilled: filled.resolve,
    onFound() {},
  })

  const waiting = mirror.items()
  await failed.promise
  await assert.rejects(mirror.items(), { code: 'storage-unavailable' })
  assert.equal(calls, 1)
  assert.equal((await waiting).size, 0)
  await filled.promise
  assert.equal(await mirror.items(), await waiting)
  await mirror.close()
})

test('an item that is purged while it is being read does not come back', async () => {
  const time = { seconds: 1_700_000_000, nanoseconds: 0, toMillis: () => 1_700_000_000_000, toDate: () => new Date() }
  const data = () => ({ title: 'Beanie', createdAt: time, removedAt: time })
  const document = {
    id: 'purged',
    createTime: time,
    updateTime: time,
    data,
    ref: { path: 'items/purged' },
  } as unknown as DocumentSnapshot
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<{ docs: DocumentSnapshot[] }>()
  let calls = 0
  const get = async () => {
    calls += 1
    if (calls > 1) return { docs: [] }
    asked.resolve()
    return answer.promise
  }
  const query = { limit: () => query, get }
  const items = { orderBy: () => query } as unknown as CollectionReference
  const log = pino({ enabled: false })
  const mirror = new Mirror({ items, notes, reader: createDocumentReader(log), log, onFilled() {}, onFound() {} })
  const filling = mirror.items()
  await asked.promise
  mirror.purge(['purged'], new Date(0))
  answer.resolve({ docs: [document] })
  assert.equal((await filling).size, 0)
  await mirror.close()
})

test(
  'readAgain: a read that Firestore refuses is made once, and its error is passed on',
  { timeout: 10_000 },
  async () => {
    const refusal = Object.assign(new Error('no permission'), { code: status.permissionDenied })
    let calls = 0
    const getAll = async () => {
      calls += 1
      throw refusal
    }
    const items = { firestore: { getAll }, doc: (id: string) => id } as unknown as CollectionReference
    const log = pino({ enabled: false })
    const mirror = new Mirror({ items, notes, reader: createDocumentReader(log), log, onFilled() {}, onFound() {} })
    await assert.rejects(mirror.readAgain(['beanie']), refusal)
    assert.equal(calls, 1)
    await mirror.close()
  },
)
