import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createMaker, saved } from '../kit/faults/maker.ts'
import { noMemoryGroup, openMemoryGroup } from '../kit/faults/memory-group.ts'
import { logged } from '../kit/faults/shop-log.ts'
import { drawPhoto, largePhoto } from '../kit/photos/photos.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const megabyte = 1024 ** 2

test('512 MB of memory: pages are served while large photos are made; a photo for which there is none can be sent again', async (t) => {
  await using group = openMemoryGroup(512 * megabyte)
  if (group === undefined) return t.skip(noMemoryGroup)
  await using shop = await startShop({ launcher: group.launcher })
  const maker = await createMaker(shop)
  const progressive = await drawPhoto(7_000, 5_600).jpeg({ progressive: true }).toBuffer()
  const photos = [await largePhoto(), progressive]

  let unfinished = photos.length
  const making = photos.map((photo) => maker.addPhoto(photo).finally(() => unfinished--))
  for (let i = 0; i < 20; i++) assert.equal((await fetch(`${shop.url}/items/${i}`)).status, 404)
  assert.ok(unfinished > 0, 'both photos were done before the pages: they prove nothing')
  assert.deepEqual(await Promise.all(making), [saved, saved], 'both large photos')
  assert.equal(group.killed(), 0, 'processes killed with 512 MB')

  // As when other programs take it.
  group.setLimit(240 * megabyte)
  const next = Buffer.concat([progressive, Buffer.from('another photo')])
  const busy = { status: 503, message: 'The shop is busy with other photos. Please try again in a moment.' }
  assert.deepEqual(await maker.addPhoto(next), busy, 'a photo without memory')
  assert.ok(group.killed() > 0, 'processes killed with 240 MB')
  await logged(shop, 'photos-busy')
  assert.deepEqual(await maker.addItem(), saved, 'an item after the encoder was killed')
  group.setLimit(512 * megabyte)
  assert.deepEqual(await maker.addPhoto(next), saved, 'the same photo with memory')
  await shop.kill()
  await shop.startAgain()
  await maker.assertNothingLost()
})
