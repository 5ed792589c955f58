import assert from 'node:assert/strict'
import { test } from 'node:test'

import { change, findManaged, itemNamed } from '../../src/catalogue/test-support.ts'
import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { testReservations } from '../suites/reservations.ts'
import { openDatabase } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

test('cloud: the note of a reservation that a restore has left is not that of the next one, and is purged with its item', async (t) => {
  const { projectId, connect, proxy, dispose } = await openDatabase()
  const store = await openStore(proxy.host, projectId)
  t.after(() => store.close().finally(dispose))
  const notes = (await connect()).firestore.collection('itemNotes')
  const restoreNote = (id: string) => notes.doc(id).set({ note: 'for the first customer' })

  const { id } = await store.add(itemNamed('Beanie'))
  await restoreNote(id)
  const reservation = { reserved: true, reservedUntil: null, reservedNote: null }
  await change(store, await findManaged(store, id), reservation)
  assert.equal((await findManaged(store, id)).reservedNote, null)

  const { id: removed } = await store.add(itemNamed('Scarf'))
  await restoreNote(removed)
  await store.remove(removed)
  assert.equal(await store.purge(new Date(Date.now() + 86_400_000)), 1)
  assert.deepEqual(
    (await notes.listDocuments()).map((note) => note.id),
    [],
  )
})

testReservations('cloud', async () => {
  const shop = await openCloudShop()
  await using started = new AsyncDisposableStack()
  started.use(shop)
  const all = started.move()
  return {
    shop: { ...shop, [Symbol.asyncDispose]: () => all.disposeAsync() },
    output: () => shop.shops.map((process) => process.output()).join('\n'),
    async passLastDay(id) {
      const store = await openStore(shop.firestore.host, shop.env['SHOP_FIREBASE_PROJECT_ID'] ?? '')
      const item = await store.findManaged(id)
      await store.update(id, { reservedUntil: '2026-01-01' }, item?.version ?? '').finally(() => store.close())
      // Two that start at the same time: one of them ends it.
      for (const process of await Promise.all([startShop({ env: shop.env }), startShop({ env: shop.env })])) {
        all.use(process)
      }
    },
  }
})
