import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { addItems } from '../kit/api-client.ts'
import { sendRaw } from '../kit/http/raw-request.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop()
after(() => shop[Symbol.asyncDispose]())
const imageUrl = 'https://example.com/a.jpg'
const items = await addItems(shop.url, [
  { title: 'Beanie', imageUrl, category: 'තොප්පි' },
  { title: '<&]]>"', imageUrl },
])

test('sitemap: is XML with home, all pieces, each category and every item, each with its last change', async () => {
  const xml = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  const urls = [...xml.matchAll(/<url><loc>([^<>&]+)<\/loc><lastmod>([^<>&]+)<\/lastmod><\/url>/g)]
  assert.equal(
    xml,
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
      `${urls.map(([url]) => url).join('')}</urlset>\n`,
  )
  const lists = ['/', '/pieces', '/pieces/Knits', `/pieces/${encodeURIComponent('තොප්පි')}`]
  const paths = [...lists, ...items.toReversed().map(({ id }) => `/item/${id}`)]
  assert.deepEqual(
    urls.map(([, url]) => url),
    paths.map((path) => shop.url + path),
  )
  // The store notes a change a moment after the item's own time.
  const [first = '', second = ''] = items.map(({ createdAt }) => createdAt)
  const days = urls.map(([, , day = '']) => day)
  const [ofFirst = '', ofCategory = ''] = [days.at(-1), days[3]]
  assert.equal(ofFirst, ofCategory)
  assert.ok(ofFirst >= first && ofFirst <= days[0]!, ofFirst)
  for (const day of days.toSpliced(-1).toSpliced(3, 1)) assert.ok(day >= second && day < new Date().toISOString(), day)
})

test('sitemap: is the same for clients with and without gzip, and can be revalidated', async () => {
  const answer = await fetch(`${shop.url}/sitemap.xml`, { headers: { 'Accept-Encoding': 'gzip' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('Content-Type'), 'application/xml; charset=utf-8')
  assert.equal(answer.headers.get('Content-Encoding'), 'gzip')
  assert.equal(answer.headers.get('Vary'), 'Accept-Encoding')
  assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff')
  const xml = await answer.text()
  const plain = await fetch(`${shop.url}/sitemap.xml`, { headers: { 'Accept-Encoding': 'identity' } })
  assert.equal(plain.headers.get('Content-Encoding'), null)
  assert.equal(await plain.text(), xml)
  const headers = { 'If-None-Match': answer.headers.get('ETag') ?? '' }
  const again = await fetch(`${shop.url}/sitemap.xml`, { headers })
  assert.deepEqual([again.status, await again.text()], [304, ''])
  const { status, headers: rawHeaders, body } = await sendRaw(shop.url, '/sitemap.xml', 'HEAD')
  assert.deepEqual([status, rawHeaders['content-type'], body], [200, 'application/xml; charset=utf-8', ''])
})

test('sitemap: a part that does not exist is a missing page', async () => {
  for (const path of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-01.xml', '/sitemap.xml.gz']) {
    const answer = await fetch(shop.url + path)
    assert.equal(answer.status, 404, path)
    assert.match(answer.headers.get('Content-Type') ?? '', /^text\/html/)
  }
})
