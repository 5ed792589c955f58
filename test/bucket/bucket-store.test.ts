import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'

import { photoStoreContract } from '../../src/photos/photo-store.contract.ts'
import { openBucketStore } from '../../src/photos/storage/bucket-store.ts'
import { signUp } from '../kit/api-client.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { buildOnce } from '../kit/shop/build-once.ts'
import { startShop } from '../kit/shop/shop-process.ts'
import { startBucketServer } from './bucket-server.ts'

const server = await startBucketServer()
after(() => server.dispose())

photoStoreContract(
  'photos in a bucket',
  async () => {
    const { bucket, pathOf } = await server.addBucket(randomUUID())
    return { store: await openBucketStore(bucket), reopen: () => openBucketStore(bucket), pathOf }
  },
  async (t) => {
    const { bucket, stop, dispose } = await startBucketServer()
    t.after(dispose)
    return { store: await openBucketStore(bucket), breakDown: stop }
  },
)

test('openBucketStore: a missing bucket is reported as storage-unavailable', async () => {
  const store = await openBucketStore({ ...server.bucket, url: `${server.bucket.url}-of-nobody` })
  await assert.rejects(store.put('a.jpg', Buffer.from('a')), { code: 'storage-unavailable' })
  await assert.rejects(Array.fromAsync(store.list()), { code: 'storage-unavailable' })
})

test('SHOP_PHOTOS_BUCKET: the shop stores its photos in the bucket and serves them', async (t) => {
  await buildOnce()
  const { bucket, folder } = server
  const shop = await startShop({
    env: {
      SHOP_PHOTOS_BUCKET: bucket.url,
      AWS_ACCESS_KEY_ID: bucket.accessKeyId,
      AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  })
  t.after(() => shop.stop())
  const { idToken } = await signUp(shop.url)
  const photo = await uploadPhoto({ url: shop.url, idToken }, drawPhoto(400, 500))

  for (const path of [photo.url, photo.preview]) {
    const served = await fetch(shop.url + path)
    assert.match(served.headers.get('content-type') ?? '', /^image\//)
    assert.ok((await served.arrayBuffer()).byteLength > 100)
  }
  assert.ok(!(await readdir(shop.dataDir)).includes('photos'))
  assert.ok((await readdir(join(folder, 'shop-photos'))).length > 5)
})
