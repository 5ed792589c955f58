import assert from 'node:assert/strict'
import { describe, mock, test, type TestContext } from 'node:test'

import { missingAddresses } from '../domain/page-address.ts'
import { createPageCache } from './page-cache.ts'
import { toPageKey } from './page-key.ts'
import { BufferedPage, createStreamedPage } from './rendered-page.ts'

const page = async (text: string, status = 200) => new BufferedPage(status, text, {})

test('getOrRender: concurrent requests share one rendering, which is cached', async () => {
  const cache = createPageCache()
  const render = mock.fn(() => page('home'))
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.getOrRender('en/', render)))
  assert.equal(render.mock.callCount(), 1)
  assert.equal(new Set(pages).size, 1)
  assert.equal(cache.get('en/'), pages[0])
})

test('invalidate: removes the home page and the changed items’ pages, no others', async () => {
  const cache = createPageCache()
  for (const path of ['en/', 'en/item/a', 'en/item/b', 'en/create']) await cache.getOrRender(path, () => page(path))
  cache.invalidate({ revision: 2, ids: ['a'] })
  const isCached = (path: string) => cache.get(path) !== undefined
  assert.deepEqual(['en/', 'en/item/a', 'en/item/b', 'en/create'].filter(isCached), ['en/item/b', 'en/create'])
})

test('invalidate: once the index is filled, removes the pages of items, which could not show others of their category', async () => {
  const cache = createPageCache()
  await cache.getOrRender('en/item/a', () => page('a'))
  const { promise, resolve } = Promise.withResolvers<BufferedPage>()
  const rendering = cache.getOrRender('en/item/b', () => promise)
  cache.invalidate({ revision: 2, ids: [] })
  resolve(await page('b'))
  await rendering
  assert.deepEqual([cache.get('en/item/a'), cache.get('en/item/b')], [undefined, undefined])
})

test('invalidate: removes the pages that show a changed item beside their own', async () => {
  const cache = createPageCache()
  const showing = (...ids: string[]) => Promise.resolve(new BufferedPage(200, 'a page', {}, { shownItems: ids }))
  await cache.getOrRender('en/item/a', () => showing('b', 'c'))
  await cache.getOrRender('en/item/b', () => showing('c', 'd'))
  cache.invalidate({ revision: 2, ids: ['new'] })
  assert.ok(cache.get('en/item/a') && cache.get('en/item/b'))
  cache.invalidate({ revision: 3, ids: ['d'] })
  assert.ok(cache.get('en/item/a'))
  assert.equal(cache.get('en/item/b'), undefined)
})

test('invalidate: a page is not cached if an item that it shows changed while it was rendered', async () => {
  const cache = createPageCache()
  const { promise, resolve } = Promise.withResolvers<BufferedPage>()
  const rendering = cache.getOrRender('en/item/a', () => promise)
  const other = Promise.withResolvers<BufferedPage>()
  const otherRendering = cache.getOrRender('en/item/b', () => other.promise)
  cache.invalidate({ revision: 2, ids: ['c'] })
  resolve(new BufferedPage(200, 'a page', {}, { shownItems: ['c'] }))
  other.resolve(new BufferedPage(200, 'a page', {}, { shownItems: ['d'] }))
  await rendering
  assert.equal(cache.get('en/item/a'), undefined)
  assert.equal(cache.get('en/item/b'), await otherRendering)
})

test('invalidate: removes the pages for what is missing, which show the newest items', async () => {
  const cache = createPageCache()
  for (const path of Object.values(missingAddresses).map((address) => toPageKey('en', address)))
    await cache.getOrRender(path, () => page('missing', 404))
  cache.invalidate({ revision: 2, ids: ['new'] })
  for (const path of Object.values(missingAddresses).map((address) => toPageKey('en', address)))
    assert.equal(cache.get(path), undefined, path)
})

test('invalidate: a page being rendered is still returned to its requests, but not cached', async () => {
  const cache = createPageCache()
  const { promise, resolve } = Promise.withResolvers<BufferedPage>()
  const early = cache.getOrRender('en/', () => promise)
  cache.invalidate({ revision: 2, ids: [] })
  const [before, after] = [await page('before'), await page('after')]
  const late = cache.getOrRender('en/', () => Promise.resolve(after))
  resolve(before)
  assert.deepEqual([await early, await late], [before, after])
  assert.equal(cache.get('en/'), after)
})

test('getOrRender: an error page is not cached', async () => {
  const cache = createPageCache()
  await cache.getOrRender('en/', () => page('not now', 503))
  assert.equal(cache.get('en/'), undefined)
})

test('missing items: all paths share one page', async () => {
  const cache = createPageCache()
  const missing = await cache.getOrRender('en/item/~', () => page('missing', 404))
  for (const path of ['en/item/a', 'en/item/b']) await cache.getOrRender(path, async () => ({ sameAs: 'en/item/~' }))
  assert.equal(cache.get('en/item/a'), missing)
  assert.equal(cache.get('en/item/b'), missing)
})

test('missing items: their paths are bounded and evict no page', async () => {
  const cache = createPageCache({ maxBytes: 20_000 })
  await cache.getOrRender('en/', () => page('home'))
  await cache.getOrRender('en/~', () => page('missing', 404))
  for (let n = 0; n < 20_000; n++) await cache.getOrRender(`en/none-${n}`, async () => ({ sameAs: 'en/~' }))
  assert.notEqual(cache.get('en/'), undefined)
  assert.equal(cache.get('en/none-0'), undefined)
  assert.notEqual(cache.get('en/none-19999'), undefined)
})

test('missing items: an item that appears is no longer missing', async () => {
  const cache = createPageCache()
  await cache.getOrRender('en/item/~', () => page('missing', 404))
  await cache.getOrRender('en/item/a', async () => ({ sameAs: 'en/item/~' }))
  cache.invalidate({ revision: 2, ids: ['a'] })
  assert.equal(cache.get('en/item/a'), undefined)
})

test('missing items: an item that appears during a request is not cached as missing', async () => {
  const cache = createPageCache()
  await cache.getOrRender('en/item/~', () => page('missing', 404))
  const { promise, resolve } = Promise.withResolvers<{ sameAs: string }>()
  const early = cache.getOrRender('en/item/a', () => promise)
  cache.invalidate({ revision: 2, ids: ['a'] })
  resolve({ sameAs: 'en/item/~' })
  await early
  assert.equal(cache.get('en/item/a'), undefined)
})

/** Replaces the clock of a test. @returns a function that lets time pass. */
function mockClock(t: TestContext) {
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const pass = (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
  }
  return pass
}

test('no page is cached beyond its day, because each has the year; one rendered across midnight is not cached', async (t) => {
  const pass = mockClock(t)
  t.mock.timers.setTime(Date.parse('2026-12-31T23:59:50+05:30'))
  const cache = createPageCache()
  const slow = Promise.withResolvers<BufferedPage>()
  await cache.getOrRender('en/', () => page('2026'))
  const rendering = cache.getOrRender('en/create', () => slow.promise)
  pass(8_000)
  assert.ok(cache.get('en/'))
  pass(4_000)
  assert.equal(cache.get('en/'), undefined)
  slow.resolve(await page('2026'))
  await rendering
  assert.equal(cache.get('en/create'), undefined)
})

test('whether the shop is claimed is read again after ten seconds: a command may have changed it', async (t) => {
  const pass = mockClock(t)
  const cache = createPageCache()
  await cache.getOrRender('en/claim', () => page('claim'))
  pass(9_000)
  assert.ok(cache.get('en/claim'))
  pass(2_000)
  assert.equal(cache.get('en/claim'), undefined)
})

test("itemLifetimeMs: limits how long an item's page is cached, found or not, and no other page", async (t) => {
  const pass = mockClock(t)
  const cache = createPageCache({ itemLifetimeMs: 30_000 })
  await cache.getOrRender('en/', () => page('home'))
  await cache.getOrRender('en/item/~', () => page('missing', 404))
  await cache.getOrRender('en/item/a', () => page('a'))
  await cache.getOrRender('en/item/b', async () => ({ sameAs: 'en/item/~' }))
  pass(29_000)
  assert.ok(cache.get('en/item/a') && cache.get('en/item/b'))
  pass(2_000)
  assert.equal(cache.get('en/item/a'), undefined)
  assert.equal(cache.get('en/item/b'), undefined)
  assert.notEqual(cache.get('en/'), undefined)
})

test('waitForAll: returns a cached page, does not wait for a stream, and its page is cached for all', async () => {
  const cache = createPageCache()
  const stream = createStreamedPage(200, new Blob(['slow page']).stream(), {})
  const streamed = cache.getOrRender('en/', async () => stream)
  const complete = await cache.getOrRender('en/', () => page('whole'), true)
  assert.equal(await streamed, stream)
  assert.equal(cache.get('en/'), complete)
  assert.equal(await cache.getOrRender('en/', () => assert.fail('rendered again'), true), complete)
})

test('invalidate: keeps files that do not depend on the catalogue', async () => {
  const cache = createPageCache()
  await cache.getOrRender('en/robots.txt', () => page('robots'))
  cache.invalidate({ revision: 2, ids: [] })
  assert.notEqual(cache.get('en/robots.txt'), undefined)
})

test('getOrRender: a rejected rendering is not cached', async () => {
  const cache = createPageCache()
  await assert.rejects(cache.getOrRender('en/', () => Promise.reject(new Error('no'))))
  const cached = await cache.getOrRender('en/', () => page('home'))
  assert.equal(cache.get('en/'), cached)
})

test('getOrRender: a streamed page is not cached; concurrent requests all read it completely', async () => {
  const cache = createPageCache()
  const render = () => Promise.resolve(createStreamedPage(200, new Blob(['slow page']).stream(), {}))
  const pages = await Promise.all([cache.getOrRender('en/', render), cache.getOrRender('en/', render)])
  const texts = pages.map((streamed) => new Response('read' in streamed ? streamed.read() : null).text())
  assert.deepEqual(await Promise.all(texts), ['slow page', 'slow page'])
  assert.equal(cache.get('en/'), undefined)
})

test('maxBytes: limits the size of the cache', async () => {
  const cache = createPageCache({ maxBytes: 40_000 })
  for (let n = 0; n < 20; n++) await cache.getOrRender(`en/item/${n}`, () => page('x'.repeat(1_000)))
  assert.equal(cache.get('en/item/0'), undefined)
  assert.notEqual(cache.get('en/item/19'), undefined)
})

describe('lists of pieces', () => {
  const lists = ['en/pieces', 'en/pieces/Hats', 'en/pieces?q=wool', 'en/pieces/Hats?after=1']

  test('are all removed by any change, and so are other spellings of their addresses', async () => {
    const cache = createPageCache()
    for (const address of lists) {
      await cache.getOrRender(address, () => page(address))
      await cache.getOrRender(`${address}${address.includes('?') ? '&' : '?'}x`, async () => ({ sameAs: address }))
    }
    assert.equal(cache.get('en/pieces?x'), cache.get('en/pieces'))
    assert.equal(cache.get('en/pieces?q=wool&x'), cache.get('en/pieces?q=wool'))
    cache.invalidate({ revision: 2, ids: ['a'] })
    for (const address of lists) assert.equal(cache.get(address), undefined, address)
    for (const address of lists) await cache.getOrRender(address, () => page(address))
    for (const address of lists) assert.equal(cache.get(`${address}&x`), undefined, address)
  })

  test('are not cached if the catalogue changed while they were rendered', async () => {
    for (const address of lists) {
      const cache = createPageCache()
      const { promise, resolve } = Promise.withResolvers<BufferedPage>()
      const rendering = cache.getOrRender(address, () => promise)
      cache.invalidate({ revision: 2, ids: [] })
      resolve(await page(address))
      await rendering
      assert.equal(cache.get(address), undefined, address)
    }
  })

  test('a category appears with its first item, also if it was missing while that was added', async () => {
    const cache = createPageCache()
    await cache.getOrRender('en/~', () => page('missing', 404))
    await cache.getOrRender('en/pieces/Hats', async () => ({ sameAs: 'en/~' }))
    assert.equal(cache.get('en/pieces/Hats'), cache.get('en/~'))
    const { promise, resolve } = Promise.withResolvers<{ sameAs: string }>()
    const early = cache.getOrRender('en/pieces/Socks', () => promise)
    cache.invalidate({ revision: 2, ids: ['a'] })
    resolve({ sameAs: 'en/~' })
    await early
    await cache.getOrRender('en/~', () => page('missing', 404))
    for (const path of ['en/pieces/Hats', 'en/pieces/Socks']) assert.equal(cache.get(path), undefined, path)
  })

  test('searches have 8 MB, and evict no other page, however many there are', async () => {
    const cache = createPageCache()
    for (const path of ['en/', 'en/pieces', 'en/pieces/Hats', 'en/item/a'])
      await cache.getOrRender(path, () => page(path))
    const text = 'x'.repeat(50_000)
    for (let n = 0; n < 1_000; n++) await cache.getOrRender(`en/pieces?q=${n}`, () => page(text))
    for (const path of ['en/', 'en/pieces', 'en/pieces/Hats', 'en/item/a']) assert.ok(cache.get(path), path)
    const cached = Array.from({ length: 1_000 }, (_, n) => cache.get(`en/pieces?q=${n}`)).filter(
      (one) => one !== undefined,
    )
    const bytes = cached.reduce((sum, one) => sum + one.bytes, 0)
    assert.ok(bytes > 7 * 1024 * 1024 && bytes <= 8 * 1024 * 1024, `${bytes} bytes`)
    assert.ok(cache.get('en/pieces?q=999'))
  })

  test('spellings of an address are bounded, and evict neither a page nor the path of a missing item', async () => {
    const cache = createPageCache()
    for (const address of ['en/pieces', 'en/pieces?q=wool', 'en/item/~'])
      await cache.getOrRender(address, () => page(address))
    await cache.getOrRender('en/item/a', async () => ({ sameAs: 'en/item/~' }))
    for (let n = 0; n < 20_000; n++) await cache.getOrRender(`en/pieces?x=${n}`, async () => ({ sameAs: 'en/pieces' }))
    for (const address of ['en/pieces', 'en/pieces?q=wool', 'en/item/a']) assert.ok(cache.get(address), address)
    assert.equal(cache.get('en/pieces?x=0'), undefined)
    assert.equal(cache.get('en/pieces?x=19999'), cache.get('en/pieces'))
  })

  test('spellings of a long address are bounded by its length, too', async () => {
    const cache = createPageCache()
    const long = `en/pieces?size=${'%27'.repeat(3_000)}`
    await cache.getOrRender(long, () => page('long'))
    for (let n = 0; n < 500; n++) await cache.getOrRender(`en/pieces?x=${n}`, async () => ({ sameAs: long }))
    const kept = Array.from({ length: 500 }, (_, n) => cache.get(`en/pieces?x=${n}`)).filter((one) => one !== undefined)
    assert.ok(kept.length > 0 && kept.length * long.length <= 1024 * 1024, `${kept.length} are kept`)
  })
})

test('getOrRender: a redirect is not cached', async () => {
  const cache = createPageCache()
  const render = mock.fn(async () => ({ location: '/pieces/Hats' }))
  for (let times = 0; times < 2; times++) await cache.getOrRender('en/pieces/hats', render)
  assert.equal(cache.get('en/pieces/hats'), undefined)
  assert.equal(render.mock.callCount(), 2)
})

describe('several languages', () => {
  const keys = (address: string) => ['en', 'si', 'ta'].map((language) => language + address)

  test('invalidate: removes what a change affects in every language', async () => {
    const cache = createPageCache()
    const affected = ['/', '/item/a', '/pieces', '/pieces/Hats', '/pieces?q=wool', '/~'].flatMap(keys)
    const others = ['/item/b', '/create'].flatMap(keys)
    for (const key of [...affected, ...others]) await cache.getOrRender(key, () => page(key))
    for (const key of keys('/item/c')) await cache.getOrRender(key, async () => ({ sameAs: key.replace('/c', '/b') }))
    cache.invalidate({ revision: 2, ids: ['a', 'c'] })
    for (const key of [...affected, ...keys('/item/c')]) assert.equal(cache.get(key), undefined, key)
    for (const key of others) assert.ok(cache.get(key), key)
  })

  test('clear: with several languages, the cache has twice the memory; with one, it has what it had', async () => {
    const cache = createPageCache({ maxBytes: 40_000 })
    const countCached = async () => {
      for (let n = 0; n < 30; n++) await cache.getOrRender(`en/item/${n}`, () => page('x'.repeat(1_000)))
      return Array.from({ length: 30 }, (_, n) => cache.get(`en/item/${n}`)).filter((one) => one !== undefined).length
    }
    const one = await countCached()
    cache.clear(3)
    assert.equal(cache.get('en/item/29'), undefined)
    const several = await countCached()
    assert.ok(several === 2 * one || several === 2 * one + 1, `${one} and ${several} pages`)
    cache.clear(1)
    assert.equal(await countCached(), one)
  })
})
