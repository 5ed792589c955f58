import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Hono } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { noteClientAddress } from '../web/middleware/client-address.ts'
import { createLimits } from '../web/shop-limits.ts'
import { createPageCache } from './page-cache.ts'
import type { PublicShop } from './page.ts'
import { createPagesHandler } from './pages.ts'

/** Requests pages of items, by number, from an address. None but the one that says that the shop is busy is rendered before `open`. */
function start(headers: Readonly<Record<string, string>>) {
  const { promise: rendering, resolve: open } = Promise.withResolvers<void>()
  const shop: Pick<PublicShop, 'languages'> = { languages: ['en'] }
  /** What was rendered, each time. */
  const rendered: string[] = []
  const cache = createPageCache()
  const attempts: string[] = []
  const getOrRender: typeof cache.getOrRender = (key, ...rest) => {
    attempts.push(key)
    return cache.getOrRender(key, ...rest)
  }
  const handler = createPagesHandler({
    cache: { ...cache, getOrRender },
    render: async ({ url }) => {
      rendered.push(new URL(url).pathname)
      const isBusy = url.endsWith('busy')
      if (!isBusy) await rendering
      const page = { 'Content-Security-Policy': "default-src 'none'", 'Content-Length': '4' }
      return new Response('page', { status: isBusy ? 503 : 200, headers: page })
    },
    site: { origin: 'https://shop.example' },
    shop: () => shop,
    store: { isInMemory: () => true },
    limits: createLimits({ enabled: true }),
    limitSearch: (_, task) => task(),
    headers: {},
  })
  const app = new Hono<Bindings>().use(noteClientAddress(0)).get('*', handler)
  const request = async (number: number, remoteAddress = '203.0.113.7') => {
    const url = `/item/${number}`
    const outgoing = { writeHead: () => outgoing, end: () => outgoing }
    const env = { incoming: { url, method: 'GET', headers: {}, socket: { remoteAddress } }, outgoing }
    return (await app.request(url, { headers: { ...headers } }, env)).status
  }
  const countAttempts = (path: string) => attempts.filter((key) => key.endsWith(path)).length
  return { request, open, rendered, countAttempts }
}

for (const [whom, headers, waiting] of [
  ['visitors', {}, 1_032],
  ['crawlers', { 'User-Agent': 'Googlebot/2.1' }, 216],
] as const) {
  test(`pages for ${whom}: a network that asks for more than can wait keeps no other one from a page`, async () => {
    const { request, open } = start(headers)
    const stranger = Array.from({ length: waiting + 100 }, (_, number) => request(number))
    await new Promise(setImmediate)
    const visitor = request(10_000, '198.51.100.1')
    await new Promise(setImmediate)
    open()
    assert.equal(await visitor, 200)
    assert.equal((await Promise.all(stranger)).filter((status) => status === 200).length, waiting - 1)
  })
  test(`pages for ${whom}: many clients of one network that wait for its rendering, which loses its place, try twice each`, async () => {
    const { request, open, countAttempts } = start(headers)
    const stranger = Array.from({ length: waiting }, (_, number) => request(number))
    await new Promise(setImmediate)
    const sharing = Array.from({ length: 100 }, () => request(waiting - 1))
    const newcomer = request(10_000, '192.0.2.1')
    await new Promise(setImmediate)
    open()
    await Promise.all([...stranger, ...sharing, newcomer])
    assert.ok(countAttempts(`/item/${waiting - 1}`) <= 2 * (sharing.length + 1))
  })
  test(`pages for ${whom}: clients that wait for a rendering of another network, which loses its place, share the next`, async () => {
    const { request, open, rendered } = start(headers)
    const stranger = Array.from({ length: waiting }, (_, number) => request(number))
    await new Promise(setImmediate)
    const sharing = Array.from({ length: 20 }, (_, number) => request(waiting - 1, `198.51.100.${number}`))
    const newcomer = request(10_000, '192.0.2.1')
    await new Promise(setImmediate)
    open()
    assert.deepEqual(new Set(await Promise.all([...sharing, newcomer])), new Set([200]))
    await Promise.all(stranger)
    assert.equal(rendered.filter((path) => path === `/item/${waiting - 1}`).length, 1)
  })
}
