import assert from 'node:assert/strict'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

import { sendItem, signUp } from '../kit/api-client.ts'
import { makeCallsFail, noFailingCalls } from '../kit/faults/failing-calls.ts'
import { allSaved, createMaker, saved } from '../kit/faults/maker.ts'
import { readHealth } from '../kit/faults/shop-log.ts'
import { drawPhoto, filesOf, uploadPhoto } from '../kit/photos/photos.ts'
import { startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

const slowSyncs = (seconds: number) => ({ calls: 'fsync,fdatasync', effect: `delay_enter=${seconds * 1_000_000}` })

/** Asserts that these paths are all answered before a write that has begun, and returns the outcome of the write. */
async function readDuring<T>(shop: ShopProcess, paths: readonly string[], writing: Promise<T>): Promise<T> {
  const events: string[] = []
  const written = writing.then(() => events.push('written'))
  for (const path of paths) await (await fetch(new URL(path, shop.url))).arrayBuffer()
  events.push('read')
  await written
  assert.deepEqual(events, ['read', 'written'])
  return writing
}

describe('a disk that takes a second for a sync', { skip: noFailingCalls }, () => {
  test('pages are served while items and accounts wait for it, and nothing that was saved is lost', async () => {
    await using shop = await startShop({ env: { SHOP_RATE_LIMITS: 'off' } })
    const newcomer = await signUp(shop.url)
    const paths = (what: string) => ['/', `/items/${what}`, '/healthz']
    await (await fetch(shop.url)).arrayBuffer() // The first rendering loads what renders.
    const endFirst = await makeCallsFail(shop, slowSyncs(1))
    const first = sendItem(shop.url, newcomer.idToken, { title: 'First', imageUrl: 'https://example.com/first.jpg' })
    assert.equal((await readDuring(shop, paths('first'), first)).status, 201)
    assert.equal((await endFirst()).onMainThread, 0)

    const maker = await createMaker(shop)
    const endFault = await makeCallsFail(shop, slowSyncs(1))
    assert.deepEqual(await readDuring(shop, paths('added'), maker.addItem()), saved)
    assert.deepEqual(await readDuring(shop, paths('edited'), maker.editItem()), saved)
    assert.deepEqual(await readDuring(shop, paths('account'), maker.signUp()), saved)
    const many = Promise.all([maker.addItem(), maker.addItem(), maker.editItem(), maker.signUp(), maker.signUp()])
    assert.deepEqual(await readDuring(shop, paths('many'), many), [saved, saved, saved, saved, saved])
    assert.deepEqual(await readHealth(shop.url), { status: 200, missing: undefined })
    const { count, onMainThread } = await endFault()
    assert.ok(count >= 5)
    assert.equal(onMainThread, 0)
    await shop.kill()
    await shop.startAgain()
    await maker.assertNothingLost()
    assert.deepEqual(await maker.doAll(), allSaved)
  })

  test('photos are served while the files of a new photo wait for it, one after the other', async () => {
    await using shop = await startShop()
    const maker = await createMaker(shop)
    const shown = await uploadPhoto({ url: shop.url, idToken: maker.idToken }, drawPhoto(400, 500))
    await (await fetch(shop.url)).arrayBuffer()
    const endFault = await makeCallsFail(shop, slowSyncs(0.2))
    using watcher = withDispose(watch(join(shop.dataDir, 'photos')))
    const storing = once(watcher, 'change')
    const adding = maker.addPhoto(await drawPhoto(1_080, 1_296).jpeg().toBuffer())
    await storing
    assert.deepEqual(await readDuring(shop, ['/', ...filesOf(shown), shown.preview], adding), saved)
    const { count, atOnce } = await endFault()
    assert.ok(count > 10)
    assert.equal(atOnce, 1)
    await maker.assertNothingLost()
  })
})

function withDispose<T extends { close(): void }>(resource: T): T & Disposable {
  return Object.assign(resource, { [Symbol.dispose]: () => resource.close() })
}
