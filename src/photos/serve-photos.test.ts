import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Hono } from 'hono'

import { errorStatuses, isShopError } from '../domain/errors.ts'
import type { Bindings } from '../web/bindings.ts'
import { noteClientAddress } from '../web/middleware/client-address.ts'
import { createLimits } from '../web/shop-limits.ts'
import { createPhotosHandler } from './serve-photos.ts'

/** Requests photos of a shop, which uses those below 10, by number, from an address. */
function open(read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>) {
  const limits = createLimits({ enabled: true, now: () => 0 })
  const findUsed = async (id: string) => (Number.parseInt(id, 10) < 10 ? { id, width: 960 } : undefined)
  const handler = createPhotosHandler({ photos: { read }, findUsed, limits })
  const app = new Hono<Bindings>().use(noteClientAddress(0)).get('/photos/:name', handler)
  app.onError((error) => new Response(null, { status: errorStatuses[isShopError(error) ? error.code : 'internal'] }))
  return async (number: number, remoteAddress = '203.0.113.7', width = 960) => {
    const name = `${String(number).padStart(32, '0')}-${width}.avif`
    const env = { incoming: { headers: {}, socket: { remoteAddress } } }
    return app.request(`/photos/${name}`, undefined, env)
  }
}

const photo = new Uint8Array(1)

/** 500 of these are more than the cache holds. */
const largePhoto = new Uint8Array(200_000)

test('serve photos: of 500 concurrent requests, 64 read at a time, and all succeed', async () => {
  let underWay = 0
  let most = 0
  const read = async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise(setImmediate)
    underWay -= 1
    return largePhoto
  }
  const request = open(read)
  const answers = await Promise.all(Array.from({ length: 500 }, (_, number) => request(number)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(most, 64)
})

test('serve photos: a network that asks for more than can wait keeps no other one from photos', async () => {
  const storage = Promise.withResolvers<void>()
  const request = open(async () => {
    await storage.promise
    return photo
  })
  const stranger = Array.from({ length: 3_000 }, (_, number) => request(100 + number))
  await new Promise(setImmediate)
  const visitor = request(1, '198.51.100.1')
  await new Promise(setImmediate)
  storage.resolve()
  assert.equal((await visitor).status, 200)
  assert.equal((await Promise.all(stranger)).filter(({ status }) => status === 200).length, 64 + 2_000 - 1)
})

test('serve photos: a client that waits for a read of another network, which loses its place, gets the photo', async () => {
  const storage = Promise.withResolvers<void>()
  const request = open(async () => {
    await storage.promise
    return photo
  })
  const stranger = Array.from({ length: 64 + 2_000 }, (_, number) => request(100 + number))
  await new Promise(setImmediate)
  const visitors = [request(100 + 64 + 1_999, '198.51.100.1'), request(1, '192.0.2.1')]
  await new Promise(setImmediate)
  storage.resolve()
  assert.deepEqual(
    (await Promise.all(visitors)).map(({ status }) => status),
    [200, 200],
  )
  await Promise.all(stranger)
})

test('serve photos: an address that asks for many missing photos is refused those that nothing uses, for a while', async () => {
  const asked: string[] = []
  const request = open(async (name) => {
    asked.push(name)
    return Number.parseInt(name, 10) < 20 ? photo : undefined
  })
  const statusOf = async (...options: Parameters<typeof request>) => (await request(...options)).status
  assert.equal(await statusOf(10), 200)
  for (let number = 100; number < 220; number++) assert.equal(await statusOf(number), 404)
  assert.equal(asked.length, 121)
  assert.deepEqual([await statusOf(220), await statusOf(11)], [503, 503])
  assert.equal(await statusOf(1, '203.0.113.7', 961), 503, 'no file of a photo that is used')
  assert.equal(asked.length, 121)
  assert.deepEqual([await statusOf(1), await statusOf(10), await statusOf(11, '203.0.113.8')], [200, 200, 200])
})
