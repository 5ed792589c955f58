import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, findItem, sendItem, type ApiItem } from '../kit/api-client.ts'
import { followLiveList } from '../kit/http/live-events.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { startPausedImageServer, allowLoopback } from '../kit/photos/paused-image-server.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { testRemoteCopies } from '../suites/remote-copies.ts'

const copying = await startShop({ ...allowLoopback, env: { ...allowLoopback.env, SHOP_WHO_MAY_ADD: 'anyone' } })
after(() => copying.stop())

test('remote copies: a new imageUrl is copied, an unchanged one keeps its copy, and own photos need none', async () => {
  const shop = copying
  await using images = await startPausedImageServer()
  images.release()
  const owner = await createOwner(shop, 'mary@example.com')
  const newItem = { title: 'Beanie', imageUrl: images.url('beanie') }
  const { id } = (await (await sendItem(shop.url, owner, newItem)).json()) as ApiItem
  const put = async (body: object) => {
    for (;;) {
      const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
      const answer = await callApi(shop.url, owner, { method: 'PUT', path: `/items/${id}`, body, version })
      if (answer.status !== 412) return (await answer.json()) as ApiItem
    }
  }
  const withWidth = async (width: number) => {
    for await (const _ of followLiveList(shop.url)) {
      const { photos } = await findItem(shop.url, id)
      if (photos[0]?.width === width) return photos
    }
    throw new Error('The stream has ended.')
  }
  const first = await withWidth(300)
  assert.deepEqual((await put({ ...newItem, title: 'Renamed' })).photos, first)
  assert.deepEqual((await put({ ...newItem, imageUrl: images.url('wide') })).photos, [])
  const second = await withWidth(400)
  const own = await put({ title: 'Beanie', photos: first.map((photo) => photo.id) })
  assert.deepEqual([own.photos, own.imageUrl], [first, `/photos/${first[0]?.id}-300.webp`])
  assert.deepEqual((await put({ ...newItem, imageUrl: `/photos/${second[0]?.id}-400.webp` })).photos, second)
})

testRemoteCopies('embedded', copying)

test('remote copies: an image on this machine or its network is not fetched, and the log says why', async () => {
  await using shop = await openHostedShop({ env: { SHOP_COPY_PICTURES: 'on' } })
  await using images = await startPausedImageServer()
  let isRequested = false
  void images.requested.then(() => (isRequested = true))
  const { id } = await addItem(shop.url, { title: 'Beanie', imageUrl: images.url('beanie') })
  while (!shop.output().includes('not on the public web')) await shop.nextOutput()
  assert.deepEqual((await findItem(shop.url, id)).photos, [])
  assert.equal(isRequested, false)
})

test('remote copies: stopping the shop does not wait for an image', async () => {
  const shop = await startShop(allowLoopback)
  await using images = await startPausedImageServer()
  await addItem(shop.url, { title: 'Beanie', imageUrl: images.url('beanie') })
  await images.requested
  assert.equal(await shop.stop(), 0)
  assert.doesNotMatch(shop.output(), /picture/)
})
