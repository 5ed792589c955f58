import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, mock, test, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { temporaryFolder } from '@stockinette/sqlite/test-support.ts'
import { pino } from 'pino'

import type { CatalogueSearch } from '../../catalogue/search/catalogue-search.ts'
import { SqliteStore } from '../../catalogue/sqlite/sqlite-store.ts'
import { itemNamed } from '../../catalogue/test-support.ts'
import type { ShopLanguages } from '../../domain/language.ts'
import { createSitemap, type SitemapFiles } from './sitemap.ts'

const origin = 'https://shop.example'
const english: ShopLanguages = ['en']

function openStore(t: TestContext) {
  const folder = openDataFolder(temporaryFolder(t))
  const store = new SqliteStore({ folder, log: pino({ enabled: false }) })
  t.after(async () => {
    await store.close()
    folder.close()
  })
  return { store, search: store.search }
}

async function addItems(store: SqliteStore, count: number, category = 'Hats') {
  const added = await Promise.all(
    Array.from({ length: count }, (_, index) => store.add({ ...itemNamed(`Piece ${index}`), category })),
  )
  return added.map(({ id }) => `${origin}/item/${id}`)
}

const textOf = (files: SitemapFiles, path: string) => String(gunzipSync(files.get(path)?.compressed ?? ''))
const urlsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

describe('sitemap', () => {
  test('has the home page, all pieces, the categories and the visible items with their last changes', async (t) => {
    const { store, search } = openStore(t)
    await addItems(store, 2)
    const seen = await store.add({ ...itemNamed('Seen'), category: "'ක' & <b>/%" })
    await store.add({ ...itemNamed('Of a category that can have no page'), category: '..' })
    const hidden = await store.add({ ...itemNamed('Hidden'), category: 'Secret' })
    const { version = '' } = (await store.findManaged(hidden.id)) ?? {}
    await store.update(hidden.id, { hidden: true }, version)
    const xml = textOf(await createSitemap({ search, origin, languages: () => english })(), '/sitemap.xml')
    const categoryUrl = `${origin}/pieces/&apos;%E0%B6%9A&apos;%20%26%20%3Cb%3E%2F%25`
    const urls = urlsIn(xml)
    assert.deepEqual(urls.slice(0, 2), [`${origin}/`, `${origin}/pieces`])
    assert.deepEqual(urls.slice(2, 4), [`${origin}/pieces/Hats`, categoryUrl])
    assert.equal(urls[5], `${origin}/item/${seen.id}`)
    assert.equal(urls.length, 8)
    assert.ok(!xml.includes(hidden.id) && !xml.includes('Secret'))
    assert.match(
      xml,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]*">(?:<url><loc>[^<]+<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod><\/url>)+<\/urlset>\n$/,
    )
    const changedAt = new RegExp(`${seen.id}</loc><lastmod>([^<]+)<`).exec(xml)?.[1] ?? ''
    assert.ok(changedAt >= seen.createdAt.toISOString() && changedAt <= new Date().toISOString(), changedAt)
  })

  test('of an empty shop has the home page and all pieces', async (t) => {
    const files = await createSitemap({ search: openStore(t).search, origin, languages: () => english })()
    assert.deepEqual(urlsIn(textOf(files, '/sitemap.xml')), [`${origin}/`, `${origin}/pieces`])
  })

  test('of a shop with several languages has each page in each, with its alternates; another choice builds it again', async (t) => {
    const { store, search } = openStore(t)
    const [item = ''] = await addItems(store, 1)
    let languages: ShopLanguages = ['si', 'en']
    const sitemap = createSitemap({ search, origin, languages: () => languages })
    const xml = textOf(await sitemap(), '/sitemap.xml')
    const path = item.slice(origin.length)
    assert.deepEqual(
      urlsIn(xml),
      ['/', '/en', '/pieces', '/en/pieces', '/pieces/Hats', '/en/pieces/Hats', path, `/en${path}`].map(
        (each) => origin + each,
      ),
    )
    const link = (locale: string, url: string) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${url}"/>`
    const links = link('si-LK', item) + link('en-LK', `${origin}/en${path}`) + link('x-default', item)
    assert.equal(xml.split(links).length, 3)
    assert.match(xml, /<urlset xmlns="[^"]*" xmlns:xhtml="http:\/\/www\.w3\.org\/1999\/xhtml">/)
    const built = await sitemap()
    languages = ['si', 'en'] // Equal ones, as after another change of the settings.
    assert.equal(await sitemap(), built)
    languages = ['en']
    assert.deepEqual(
      urlsIn(textOf(await sitemap(), '/sitemap.xml')),
      ['/', '/pieces', '/pieces/Hats', path].map((each) => origin + each),
    )
  })

  test('of a large shop is an index of parts, which have each URL once, and the newest if there are too many', async (t) => {
    const { store, search } = openStore(t)
    const items = await addItems(store, 1_700)
    const get = async (files: number) =>
      createSitemap({ search, origin, languages: () => english, limits: { urls: 600, files } })()
    const files = await get(20)
    assert.deepEqual([...files.keys()], ['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml'])
    const parts = [1, 2, 3].map((part) => `${origin}/sitemap-${part}.xml`)
    const index = textOf(files, '/sitemap.xml')
    assert.match(index, /<sitemapindex xmlns="[^"]*"><sitemap><loc>/)
    assert.deepEqual(urlsIn(index), parts)
    const urls = [1, 2, 3].map((part) => urlsIn(textOf(files, `/sitemap-${part}.xml`)))
    assert.deepEqual(
      urls.map(({ length }) => length),
      [600, 600, 503],
    )
    assert.deepEqual(
      new Set(urls.flat()),
      new Set([`${origin}/`, `${origin}/pieces`, `${origin}/pieces/Hats`, ...items]),
    )
    const few = await get(2)
    assert.deepEqual([...few.keys()], ['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml'])
    assert.equal(textOf(few, '/sitemap-2.xml'), textOf(files, '/sitemap-2.xml'))
  })

  test('a catalogue that fills a file exactly needs no second one', async (t) => {
    const { store, search } = openStore(t)
    await addItems(store, 7)
    const files = await createSitemap({ search, origin, languages: () => english, limits: { urls: 10 } })()
    assert.deepEqual([...files.keys()], ['/sitemap.xml'])
  })

  test('is built once for concurrent requests, and again when asked for after ten minutes', async (t) => {
    const { store, search } = openStore(t)
    await addItems(store, 1)
    let now = performance.now()
    t.mock.method(performance, 'now', () => now)
    const overview = mock.method(search, 'overview')
    const sitemap = createSitemap({ search, origin, languages: () => english })
    const [first, ...others] = await Promise.all([sitemap(), sitemap(), sitemap()])
    for (const other of others) assert.equal(other, first)
    await addItems(store, 1)
    now += 600_000
    assert.equal(await sitemap(), first)
    assert.equal(overview.mock.callCount(), 1)
    now += 1
    assert.equal(urlsIn(textOf(await sitemap(), '/sitemap.xml')).length, 5)
    assert.equal(overview.mock.callCount(), 2)
  })

  test('is built again at the next request if it could not be built', async (t) => {
    const { search } = openStore(t)
    const sitemap = createSitemap({ search, origin, languages: () => english })
    mock.method(search, 'listPublic', () => Promise.reject(new Error('no')), { times: 1 })
    await assert.rejects(sitemap(), /no/)
    assert.ok((await sitemap()).has('/sitemap.xml'))
  })

  test('other work has a turn after every 500 items', async (t) => {
    const { store, search } = openStore(t)
    await addItems(store, 5_000)
    let turn = 0
    let timer = setImmediate(function count() {
      turn += 1
      timer = setImmediate(count)
    })
    t.after(() => clearImmediate(timer))
    const turns: number[] = []
    const counted: Pick<CatalogueSearch, 'overview' | 'listPublic'> = {
      overview: () => search.overview(),
      listPublic(after, limit) {
        turns.push(turn)
        return search.listPublic(after, limit)
      },
    }
    await createSitemap({ search: counted, origin, languages: () => english })()
    assert.equal(turns.length, 10)
    assert.equal(new Set(turns).size, 10, `turns of the event loop: ${turns.join(', ')}`)
  })

  test('is decompressed for a client that accepts no compression', async (t) => {
    const { store, search } = openStore(t)
    await addItems(store, 10)
    const files = await createSitemap({ search, origin, languages: () => english })()
    const file = files.get('/sitemap.xml') ?? assert.fail()
    assert.equal(String(await buffer(file.decompress())), textOf(files, '/sitemap.xml'))
  })
})
