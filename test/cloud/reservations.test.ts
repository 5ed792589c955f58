import { openCloudShop } from '../kit/shop/cloud-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { testReservations } from '../suites/reservations.ts'
import { openStore } from './open-store.ts'

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
