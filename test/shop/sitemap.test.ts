import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { addItem } from '../kit/api-client.ts'
import { sendRaw } from '../kit/http/raw-request.ts'
import { startShop } from '../kit/shop/shop-process.ts'

const shop = await startShop()
after(() => shop.stop())
const { id } = await addItem(shop.url, { title: 'Beanie', imageUrl: 'https://example.com/a.jpg', category: 'තොප්පි' })

test('sitemap: is the same for clients with and without gzip, and can be revalidated', async () => {
  const answer = await fetch(`${shop.url}/sitemap.xml`, { headers: { 'Accept-Encoding': 'gzip' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('Content-Type'), 'application/xml; charset=utf-8')
  assert.equal(answer.headers.get('Content-Encoding'), 'gzip')
  assert.equal(answer.headers.get('Vary'), 'Accept-Encoding')
  assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff')
  const xml = await answer.text()
  assert.match(xml, new RegExp(`/pieces/${encodeURIComponent('තොප්පි')}</loc>.*/item/${id}</loc>`))
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
