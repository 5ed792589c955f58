import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'

import { missingAddresses } from '../domain/page-address.ts'
import { createPageCache } from './page-cache.ts'
import { BufferedPage, createStreamedPage } from './rendered-page.ts'

const page = async (text: string, status = 200) => new BufferedPage(status, text, {})

test('getOrRender: concurrent requests share one rendering, which is cached', async () => {
  const cache = createPageCache()
  const render = mock.fn(() => page('home'))
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.getOrRender('/', render)))
  assert.equal(render.mock.callCount(), 1)
  assert.equal(new Set(pages).size, 1)
  assert.equal(cache.get('/'), pages[0])
})

test('invalidate: removes the home page and the changed items’ pages, no others', async () => {
  const cache = createPageCache()
  for (const path of ['/', '/item/a', '/item/b', '/create']) await cache.getOrRender(path, () => page(path))
  cache.invalidate({ revision: 2, ids: ['a'], categories: [] })
  const isCached = (path: string) => cache.get(path) !== undefined
  assert.deepEqual(['/', '/item/a', '/item/b', '/create'].filter(isCached), ['/item/b', '/create'])
})

test('invalidate: removes the pages that show a changed item beside their own', async () => {
  const cache = createPageCache()
  const showing = (...ids: string[]) => Promise.resolve(new BufferedPage(200, 'a page', {}, ids))
  await cache.getOrRender('/item/a', () => showing('b', 'c'))
  await cache.getOrRender('/item/b', () => showing('c', 'd'))
  cache.invalidate({ revision: 2, ids: ['new'], categories: [] })
  assert.ok(cache.get('/item/a') && cache.get('/item/b'))
  cache.invalidate({ revision: 3, ids: ['d'], categories: [] })
  assert.ok(cache.get('/item/a'))
  assert.equal(cache.get('/item/b'), undefined)
})

test('invalidate: a page is not cached if an item that it shows changed while it was rendered', async () => {
  const cache = createPageCache()
  const { promise, resolve } = Promise.withResolvers<BufferedPage>()
  const rendering = cache.getOrRender('/item/a', () => promise)
  const other = Promise.withResolvers<BufferedPage>()
  const otherRendering = cache.getOrRender('/item/b', () => other.promise)
  cache.invalidate({ revision: 2, ids: ['c'], categories: [] })
  resolve(new BufferedPage(200, 'a page', {}, ['c']))
  other.resolve(new BufferedPage(200, 'a page', {}, ['d']))
  await rendering
  assert.equal(cache.get('/item/a'), undefined)
  assert.equal(cache.get('/item/b'), await otherRendering)
})

test('invalidate: removes the pages for what is missing, which show the newest items', async () => {
  const cache = createPageCache()
  for (const path of Object.values(missingAddresses)) await cache.getOrRender(path, () => page('missing', 404))
  cache.invalidate({ revision: 2, ids: ['new'], categories: [] })
  for (const path of Object.values(missingAddresses)) assert.equal(cache.get(path), undefined, path)
})

test('invalidate: a page being rendered is still returned to its requests, but not cached', async () => {
  const cache = createPageCache()
  const { promise, resolve } = Promise.withResolvers<BufferedPage>()
  const early = cache.getOrRender('/', () => promise)
  cache.invalidate({ revision: 2, ids: [], categories: [] })
  const [before, after] = [await page('before'), await page('after')]
  const late = cache.getOrRender('/', () => Promise.resolve(after))
  resolve(before)
  assert.deepEqual([await early, await late], [before, after])
  assert.equal(cache.get('/'), after)
})

test('getOrRender: an error page is not cached', async () => {
  const cache = createPageCache()
  await cache.getOrRender('/', () => page('not now', 503))
  assert.equal(cache.get('/'), undefined)
})

test('missing items: all paths share one page', async () => {
  const cache = createPageCache()
  const missing = await cache.getOrRender('/item/~', () => page('missing', 404))
  for (const path of ['/item/a', '/item/b']) await cache.getOrRender(path, async () => ({ sameAs: '/item/~' }))
  assert.equal(cache.get('/item/a'), missing)
  assert.equal(cache.get('/item/b'), missing)
})

test('missing items: their paths are bounded and evict no page', async () => {
  const cache = createPageCache({ maxBytes: 20_000 })
  await cache.getOrRender('/', () => page('home'))
  await cache.getOrRender('/~', () => page('missing', 404))
  for (let n = 0; n < 20_000; n++) await cache.getOrRender(`/none-${n}`, async () => ({ sameAs: '/~' }))
  assert.notEqual(cache.get('/'), undefined)
  assert.equal(cache.get('/none-0'), undefined)
  assert.notEqual(cache.get('/none-19999'), undefined)
})

test('missing items: an item that appears is no longer missing', async () => {
  const cache = createPageCache()
  await cache.getOrRender('/item/~', () => page('missing', 404))
  await cache.getOrRender('/item/a', async () => ({ sameAs: '/item/~' }))
  cache.invalidate({ revision: 2, ids: ['a'], categories: [] })
  assert.equal(cache.get('/item/a'), undefined)
})

test('missing items: an item that appears during a request is not cached as missing', async () => {
  const cache = createPageCache()
  await cache.getOrRender('/item/~', () => page('missing', 404))
  const { promise, resolve } = Promise.withResolvers<{ sameAs: string }>()
  const early = cache.getOrRender('/item/a', () => promise)
  cache.invalidate({ revision: 2, ids: ['a'], categories: [] })
  resolve({ sameAs: '/item/~' })
  await early
  assert.equal(cache.get('/item/a'), undefined)
})

test("itemLifetimeMs: limits how long an item's page is cached, found or not, and no other page", async (t) => {
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
  }
  const cache = createPageCache({ itemLifetimeMs: 30_000 })
  await cache.getOrRender('/', () => page('home'))
  await cache.getOrRender('/item/~', () => page('missing', 404))
  await cache.getOrRender('/item/a', () => page('a'))
  await cache.getOrRender('/item/b', async () => ({ sameAs: '/item/~' }))
  pass(29_000)
  assert.ok(cache.get('/item/a') && cache.get('/item/b'))
  pass(2_000)
  assert.equal(cache.get('/item/a'), undefined)
  assert.equal(cache.get('/item/b'), undefined)
  assert.notEqual(cache.get('/'), undefined)
})

test('waitForAll: returns a cached page, does not wait for a stream, and its page is cached for all', async () => {
  const cache = createPageCache()
  const stream = createStreamedPage(200, new Blob(['slow page']).stream(), {})
  const streamed = cache.getOrRender('/', async () => stream)
  const complete = await cache.getOrRender('/', () => page('whole'), true)
  assert.equal(await streamed, stream)
  assert.equal(cache.get('/'), complete)
  assert.equal(await cache.getOrRender('/', () => assert.fail('rendered again'), true), complete)
})

test('invalidate: keeps files that do not depend on the catalogue', async () => {
  const cache = createPageCache()
  await cache.getOrRender('/robots.txt', () => page('robots'))
  cache.invalidate({ revision: 2, ids: [], categories: [] })
  assert.notEqual(cache.get('/robots.txt'), undefined)
})

test('getOrRender: a rejected rendering is not cached', async () => {
  const cache = createPageCache()
  await assert.rejects(cache.getOrRender('/', () => Promise.reject(new Error('no'))))
  const cached = await cache.getOrRender('/', () => page('home'))
  assert.equal(cache.get('/'), cached)
})

test('getOrRender: a streamed page is not cached; concurrent requests all read it completely', async () => {
  const cache = createPageCache()
  const render = () => Promise.resolve(createStreamedPage(200, new Blob(['slow page']).stream(), {}))
  const pages = await Promise.all([cache.getOrRender('/', render), cache.getOrRender('/', render)])
  const texts = pages.map((streamed) => new Response('read' in streamed ? streamed.read() : null).text())
  assert.deepEqual(await Promise.all(texts), ['slow page', 'slow page'])
  assert.equal(cache.get('/'), undefined)
})

test('maxBytes: limits the size of the cache', async () => {
  const cache = createPageCache({ maxBytes: 40_000 })
  for (let n = 0; n < 20; n++) await cache.getOrRender(`/item/${n}`, () => page('x'.repeat(1_000)))
  assert.equal(cache.get('/item/0'), undefined)
  assert.notEqual(cache.get('/item/19'), undefined)
})

describe('lists of pieces', () => {
  const lists = ['/pieces', '/pieces/Hats', '/pieces?q=wool', '/pieces/Hats?after=1']

  test('are all removed by any change, and so are other spellings of their addresses', async () => {
    const cache = createPageCache()
    for (const address of lists) {
      await cache.getOrRender(address, () => page(address))
      await cache.getOrRender(`${address}${address.includes('?') ? '&' : '?'}x`, async () => ({ sameAs: address }))
    }
    assert.equal(cache.get('/pieces?x'), cache.get('/pieces'))
    assert.equal(cache.get('/pieces?q=wool&x'), cache.get('/pieces?q=wool'))
    cache.invalidate({ revision: 2, ids: ['a'], categories: [] })
    for (const address of lists) assert.equal(cache.get(address), undefined, address)
    for (const address of lists) await cache.getOrRender(address, () => page(address))
    for (const address of lists) assert.equal(cache.get(`${address}&x`), undefined, address)
  })

  test('are not cached if the catalogue changed while they were rendered', async () => {
    for (const address of lists) {
      const cache = createPageCache()
      const { promise, resolve } = Promise.withResolvers<BufferedPage>()
      const rendering = cache.getOrRender(address, () => promise)
      cache.invalidate({ revision: 2, ids: [], categories: [] })
      resolve(await page(address))
      await rendering
      assert.equal(cache.get(address), undefined, address)
    }
  })

  test('a category appears with its first item, also if it was missing while that was added', async () => {
    const cache = createPageCache()
    await cache.getOrRender('/~', () => page('missing', 404))
    await cache.getOrRender('/pieces/Hats', async () => ({ sameAs: '/~' }))
    assert.equal(cache.get('/pieces/Hats'), cache.get('/~'))
    const { promise, resolve } = Promise.withResolvers<{ sameAs: string }>()
    const early = cache.getOrRender('/pieces/Socks', () => promise)
    cache.invalidate({ revision: 2, ids: ['a'], categories: [] })
    resolve({ sameAs: '/~' })
    await early
    await cache.getOrRender('/~', () => page('missing', 404))
    for (const path of ['/pieces/Hats', '/pieces/Socks']) assert.equal(cache.get(path), undefined, path)
  })

  test('searches have 8 MB, and evict no other page, however many there are', async () => {
    const cache = createPageCache()
    for (const path of ['/', '/pieces', '/pieces/Hats', '/item/a']) await cache.getOrRender(path, () => page(path))
    const text = 'x'.repeat(50_000)
    for (let n = 0; n < 1_000; n++) await cache.getOrRender(`/pieces?q=${n}`, () => page(text))
    for (const path of ['/', '/pieces', '/pieces/Hats', '/item/a']) assert.ok(cache.get(path), path)
    const cached = Array.from({ length: 1_000 }, (_, n) => cache.get(`/pieces?q=${n}`)).filter(
      (one) => one !== undefined,
    )
    const bytes = cached.reduce((sum, one) => sum + one.bytes, 0)
    assert.ok(bytes > 7 * 1024 * 1024 && bytes <= 8 * 1024 * 1024, `${bytes} bytes`)
    assert.ok(cache.get('/pieces?q=999'))
  })

  test('spellings of an address are bounded, and evict neither a page nor the path of a missing item', async () => {
    const cache = createPageCache()
    for (const address of ['/pieces', '/pieces?q=wool', '/item/~'])
      await cache.getOrRender(address, () => page(address))
    await cache.getOrRender('/item/a', async () => ({ sameAs: '/item/~' }))
    for (let n = 0; n < 20_000; n++) await cache.getOrRender(`/pieces?x=${n}`, async () => ({ sameAs: '/pieces' }))
    for (const address of ['/pieces', '/pieces?q=wool', '/item/a']) assert.ok(cache.get(address), address)
    assert.equal(cache.get('/pieces?x=0'), undefined)
    assert.equal(cache.get('/pieces?x=19999'), cache.get('/pieces'))
  })

  test('spellings of a long address are bounded by its length, too', async () => {
    const cache = createPageCache()
    const long = `/pieces?size=${'%27'.repeat(3_000)}`
    await cache.getOrRender(long, () => page('long'))
    for (let n = 0; n < 500; n++) await cache.getOrRender(`/pieces?x=${n}`, async () => ({ sameAs: long }))
    const kept = Array.from({ length: 500 }, (_, n) => cache.get(`/pieces?x=${n}`)).filter((one) => one !== undefined)
    assert.ok(kept.length > 0 && kept.length * long.length <= 1024 * 1024, `${kept.length} are kept`)
  })
})

test('getOrRender: a redirect is not cached', async () => {
  const cache = createPageCache()
  const render = mock.fn(async () => ({ location: '/pieces/Hats' }))
  for (let times = 0; times < 2; times++) await cache.getOrRender('/pieces/hats', render)
  assert.equal(cache.get('/pieces/hats'), undefined)
  assert.equal(render.mock.callCount(), 2)
})
