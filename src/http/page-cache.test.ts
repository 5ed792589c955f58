import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { createPageCache } from './page-cache.ts'
import { createStreamedPage } from './streamed-page.ts'
import { WholePage } from './whole-page.ts'

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
  assert.notEqual((await early).status, undefined)
  const kept = await late
  assert.equal(cache.kept('/'), kept)
})

test('what is missing is not kept', async () => {
  const cache = createPageCache()
  await cache.get('/item/none', () => page('missing', 404))
  assert.equal(cache.kept('/item/none'), undefined)
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
