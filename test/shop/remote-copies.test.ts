import assert from 'node:assert/strict'
import { test } from 'node:test'

import { becomeOwner } from '../kit/accounts.ts'
import { addItem, findItem, sendItem } from '../kit/api-client.ts'
import type { SentItem } from '../kit/api-client.ts'
import { follow } from '../kit/http/live-events.ts'
import { holdPictures, nearWeb } from '../kit/photos/paused-image-server.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { openEmbedded } from '../kit/shop/unclaimed-shop.ts'
import { ask } from '../suites/managing-items.ts'
import { copiesOfPictures } from '../suites/remote-copies.ts'

copiesOfPictures('embedded', async () => {
  const shop = await openEmbedded(nearWeb)
  return { ...shop, otherUrl: shop.url }
})

test('another picture is copied anew, the same one stays copied, and photos of the maker need no copy', async () => {
  await using shop = await openEmbedded(nearWeb)
  await using pictures = await holdPictures()
  pictures.release()
  const owner = await becomeOwner(shop, 'mary@example.com')
  const piece = { title: 'Beanie', imageUrl: pictures.url('beanie') }
  const { id } = (await (await sendItem(shop.url, owner, piece)).json()) as SentItem
  const put = async (body: object) => {
    for (;;) {
      const { items } = (await (await ask(shop.url, owner, { method: 'GET', path: '/manage/items' })).json()) as {
        items: (SentItem & { version: string })[]
      }
      const version = items.find((item) => item.id === id)?.version ?? ''
      const answer = await ask(shop.url, owner, { method: 'PUT', path: `/items/${id}`, body, version })
      if (answer.status !== 412) return (await answer.json()) as SentItem
    }
  }
  const withWidth = async (width: number) => {
    for await (const _ of follow(shop.url)) {
      const { photos } = await findItem(shop.url, id)
      if (photos[0]?.width === width) return photos
    }
    throw new Error('The stream has ended.')
  }
  const first = await withWidth(300)
  assert.deepEqual((await put({ ...piece, title: 'Renamed' })).photos, first)
  assert.deepEqual((await put({ ...piece, imageUrl: pictures.url('wide') })).photos, [])
  const second = await withWidth(400)
  const own = await put({ title: 'Beanie', photos: first.map((photo) => photo.id) })
  assert.deepEqual([own.photos, own.imageUrl], [first, `/photos/${first[0]?.id}-300.webp`])
  assert.deepEqual((await put({ ...piece, imageUrl: `/photos/${second[0]?.id}-400.webp` })).photos, second)
})

test('a picture of this machine or its network is not asked for, and the log says why', async () => {
  const shop = await startShop({ env: { SHOP_COPY_PICTURES: 'on' } })
  await using pictures = await holdPictures()
  let isAsked = false
  void pictures.asked.then(() => (isAsked = true))
  const { promise: logged, resolve } = Promise.withResolvers<void>()
  shop.child.stdout?.on('data', () => shop.output().includes('names no other port') && resolve())
  const { id } = await addItem(shop.url, { title: 'Beanie', imageUrl: pictures.url('beanie') })
  await logged
  assert.deepEqual((await findItem(shop.url, id)).photos, [])
  assert.equal(isAsked, false)
  await shop.stop()
})

test('the end of the shop waits for no picture', async () => {
  const shop = await startShop(nearWeb)
  await using pictures = await holdPictures()
  await addItem(shop.url, { title: 'Beanie', imageUrl: pictures.url('beanie') })
  await pictures.asked
  assert.equal(await shop.stop(), 0)
  assert.doesNotMatch(shop.output(), /picture/)
})
