import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { WholePage } from './buffered-response.ts'
import { createPageCache } from './page-cache.ts'
import { createStreamedPage } from './streamed-response.ts'

const page = async (text: string, status = 200) => new WholePage(status, text, {})

test('a page is rendered once, however many ask at that moment, and then kept', async () => {
  const cache = createPageCache()
  const render = mock.fn(() => page('home'))
  const pages = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', render)))
  assert.equal(render.mock.callCount(), 1)
  assert.equal(new Set(pages).size, 1)
  assert.equal(cache.kept('/'), pages[0])
})

test('a change drops the home page and the pages of its items, and no other', async () => {
  const cache = createPageCache()
  for (const path of ['/', '/item/a', '/item/b', '/create']) await cache.get(path, () => page(path))
  cache.drop({ revision: 2, ids: ['a'] })
  const isKept = (path: string) => cache.kept(path) !== undefined
  assert.deepEqual(['/', '/item/a', '/item/b', '/create'].filter(isKept), ['/item/b', '/create'])
})

test('a page that was being rendered when the catalogue changed is given to those who wait, and not kept', async () => {
  const cache = createPageCache()
  const { promise, resolve } = Promise.withResolvers<void>()
  const early = cache.get('/', () => promise.then(() => page('before')))
  cache.drop({ revision: 2, ids: [] })
  const late = cache.get('/', () => page('after'))
  resolve()
  assert.ok('send' in (await early))
  const kept = await late
  assert.equal(cache.kept('/'), kept)
})

test('a failure is not kept', async () => {
  const cache = createPageCache()
  await cache.get('/', () => page('not now', 503))
  assert.equal(cache.kept('/'), undefined)
})

test('all paths at which the same is missing have one page', async () => {
  const cache = createPageCache()
  const missing = await cache.get('/item/~', () => page('missing', 404))
  for (const path of ['/item/a', '/item/b']) await cache.get(path, async () => ({ sameAs: '/item/~' }))
  assert.equal(cache.kept('/item/a'), missing)
  assert.equal(cache.kept('/item/b'), missing)
})

test('paths at which something is missing take no page its place, and have a bound', async () => {
  const cache = createPageCache({ maxBytes: 20_000 })
  await cache.get('/', () => page('home'))
  await cache.get('/~', () => page('missing', 404))
  for (let n = 0; n < 20_000; n++) await cache.get(`/none-${n}`, async () => ({ sameAs: '/~' }))
  assert.notEqual(cache.kept('/'), undefined)
  assert.equal(cache.kept('/none-0'), undefined)
  assert.notEqual(cache.kept('/none-19999'), undefined)
})

test('an item that appears is not missing any longer', async () => {
  const cache = createPageCache()
  await cache.get('/item/~', () => page('missing', 404))
  await cache.get('/item/a', async () => ({ sameAs: '/item/~' }))
  cache.drop({ revision: 2, ids: ['a'] })
  assert.equal(cache.kept('/item/a'), undefined)
})

test('an item that appears while somebody asks for it is not kept as missing', async () => {
  const cache = createPageCache()
  await cache.get('/item/~', () => page('missing', 404))
  const { promise, resolve } = Promise.withResolvers<{ sameAs: string }>()
  const early = cache.get('/item/a', () => promise)
  cache.drop({ revision: 2, ids: ['a'] })
  resolve({ sameAs: '/item/~' })
  await early
  assert.equal(cache.kept('/item/a'), undefined)
})

test("the page of an item is kept for no longer than the item's own time, found or not; others are", async (t) => {
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
  }
  const cache = createPageCache({ itemLifetimeMs: 30_000 })
  await cache.get('/', () => page('home'))
  await cache.get('/item/~', () => page('missing', 404))
  await cache.get('/item/a', () => page('a'))
  await cache.get('/item/b', async () => ({ sameAs: '/item/~' }))
  pass(29_000)
  assert.ok(cache.kept('/item/a') && cache.kept('/item/b'))
  pass(2_000)
  assert.equal(cache.kept('/item/a'), undefined)
  assert.equal(cache.kept('/item/b'), undefined)
  assert.notEqual(cache.kept('/'), undefined)
})

test('those who wait for a whole page get what is kept, do not wait for a stream, and leave theirs to all', async () => {
  const cache = createPageCache()
  const stream = createStreamedPage(200, new Blob(['slow page']).stream(), {})
  const hasty = cache.get('/', async () => stream)
  const patient = await cache.get('/', () => page('whole'), true)
  assert.equal(await hasty, stream)
  assert.equal(cache.kept('/'), patient)
  assert.equal(await cache.get('/', () => assert.fail('rendered again'), true), patient)
})

test('a change drops what is made of the whole catalogue', async () => {
  const cache = createPageCache()
  for (const path of ['/sitemap.xml', '/robots.txt']) await cache.get(path, () => page(path))
  cache.drop({ revision: 2, ids: [] })
  assert.equal(cache.kept('/sitemap.xml'), undefined)
  assert.notEqual(cache.kept('/robots.txt'), undefined)
})

test('a failed rendering is forgotten', async () => {
  const cache = createPageCache()
  await assert.rejects(cache.get('/', () => Promise.reject(new Error('no'))))
  const kept = await cache.get('/', () => page('home'))
  assert.equal(cache.kept('/'), kept)
})

test('a streamed page is not kept; all who asked at that moment read the whole of it', async () => {
  const cache = createPageCache()
  const render = () => Promise.resolve(createStreamedPage(200, new Blob(['slow page']).stream(), {}))
  const pages = await Promise.all([cache.get('/', render), cache.get('/', render)])
  const texts = pages.map((streamed) => new Response('read' in streamed ? streamed.read() : null).text())
  assert.deepEqual(await Promise.all(texts), ['slow page', 'slow page'])
  assert.equal(cache.kept('/'), undefined)
})

test('what is kept has a bound', async () => {
  const cache = createPageCache({ maxBytes: 40_000 })
  for (let n = 0; n < 20; n++) await cache.get(`/item/${n}`, () => page('x'.repeat(1_000)))
  assert.equal(cache.kept('/item/0'), undefined)
  assert.notEqual(cache.kept('/item/19'), undefined)
})
