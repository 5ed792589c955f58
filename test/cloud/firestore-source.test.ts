import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { pino } from 'pino'

import { toDocument } from '../../src/catalogue/firestore/item-document.ts'
import { createFirestoreSource } from '../../src/catalogue/transfer/firestore-source.ts'
import { transferItem } from '../../src/catalogue/transfer/transfer.contract.ts'
import { openDatabase } from './firestore-emulator.ts'

/** A source on an empty Firestore, and the collection that it reads. */
async function open(t: TestContext) {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const { firestore } = await connect()
  const logged: Record<string, unknown>[] = []
  const lines = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const source = createFirestoreSource({ firestore, log: pino({}, lines) })
  const ids = async () => (await Array.fromAsync(source.all())).flat().map(({ id }) => id)
  return { ids, logged, collection: firestore.collection('items') }
}

const good = toDocument(transferItem(0), transferItem(0).createdAt)

describe('Firestore source', () => {
  for (const [what, id, fields, faults] of [
    ['without a title', transferItem(1).id, { title: undefined }, ['title']],
    ['with a blank title', transferItem(1).id, { title: ' ' }, ['title']],
    ['with a price as text', transferItem(1).id, { price: '12,500' }, ['price']],
    ['with a price that is too high', transferItem(1).id, { price: 1e15 }, []],
    ['with a text that is too long', transferItem(1).id, { description: 'x'.repeat(4_001) }, ['description']],
    ['without a time', transferItem(1).id, { createdAt: undefined }, ['createdAt']],
    ['with a time as text', transferItem(1).id, { createdAt: '2026-01-31' }, ['createdAt']],
    ['with a script as its image URL', transferItem(1).id, { imageUrl: 'javascript:alert(1)' }, ['imageUrl']],
    ['with an invalid id', 'a.dot', {}, ['id']],
  ] as const) {
    test(`skips and logs a document ${what}`, async (t) => {
      const { ids, logged, collection } = await open(t)
      await collection.doc(transferItem(0).id).set(good)
      const written = Object.entries({ ...good, ...fields }).filter(([, value]) => value !== undefined)
      await collection.doc(id).set(Object.fromEntries(written))
      assert.deepEqual(await ids(), [transferItem(0).id])
      assert.deepEqual(
        logged.map((line) => [line['document'], line['faults']]),
        [[`items/${id}`, faults]],
      )
    })
  }

  test('items of the same time are in the order of their writing, across pages', async (t) => {
    const { ids, collection } = await open(t)
    const written = Array.from({ length: 520 }, (_, index) => transferItem(900 - index).id)
    // A page has 500 items, and a write of many documents gives them no order. So few are of the same time.
    const [older, sameTime] = [written.slice(0, 495), written.slice(495)]
    const batch = collection.firestore.batch()
    for (const [index, id] of older.entries()) {
      const createdAt = new Date(transferItem(0).createdAt.getTime() - 1_000 * (older.length - index))
      batch.set(collection.doc(id), toDocument(transferItem(0), createdAt))
    }
    await batch.commit()
    for (const id of sameTime) await collection.doc(id).set(good)
    assert.deepEqual(await ids(), written)
  })
})
