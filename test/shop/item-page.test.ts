import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { addItem, type NewItem } from '../kit/api-client.ts'
import { readElements, readMain, type PageElement } from '../kit/http/page-elements.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem } from '../kit/sample-items.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop({
  env: { SHOP_RATE_LIMITS: 'off', SHOP_WHO_MAY_ADD: 'anyone', SHOP_WHATSAPP: '+94 77 123 4568' },
})
after(() => shop[Symbol.asyncDispose]())

async function readPage(path: string, status = 200): Promise<string> {
  const answer = await fetch(shop.url + path)
  assert.equal(answer.status, status, path)
  return answer.text()
}

/** The page of a new item. */
async function readItem(newItem: NewItem) {
  const { id } = await addItem(shop.url, newItem)
  const html = await readPage(`/item/${id}`)
  const main = readMain(html)
  return { id, html, main, texts: textsOf(main) }
}

/** What is to be read, in order. */
const textsOf = (elements: readonly PageElement[]) =>
  elements
    .filter(({ name }) => name !== 'style' && name !== 'script')
    .map(({ text }) => text.replaceAll('\u00a0', ' ').trim())
    .filter((text) => text !== '')

const hasClass = (name: string) => (element: PageElement) =>
  element.attributes['class']?.split(' ').includes(name) ?? false

describe('the texts of an item', () => {
  test("without the optional fields: 'Knits', no other chip, 'Price on request' and no description", async () => {
    const { texts } = await readItem(minimalItem())
    assert.deepEqual(texts.slice(0, 6), [
      '← Back',
      'Edit this piece',
      'Plain Scarf',
      'Knits',
      'Price on request',
      'Add to enquiry',
    ])
    assert.ok(texts.includes('Enquire on WhatsApp'))
    assert.equal(texts.at(-1), 'Share')
    assert.doesNotMatch(texts.join('\n'), /Size|Color|LKR|null|undefined/)
  })

  test('with a size or a color only: only that chip', async () => {
    const sized = (await readItem({ ...minimalItem(), size: 'L' })).texts
    assert.ok(sized.includes('Size: L'))
    assert.doesNotMatch(sized.join('\n'), /Color/)
    const coloured = (await readItem({ ...minimalItem(), color: 'Navy' })).texts
    assert.ok(coloured.includes('Color: Navy'))
    assert.doesNotMatch(coloured.join('\n'), /Size/)
  })

  test("a price of 0 is a price, not 'Price on request'", async () => {
    const { texts } = await readItem({ ...minimalItem(), price: 0 })
    assert.ok(texts.includes('LKR 0'))
    assert.ok(!texts.includes('Price on request'))
  })

  test('texts of an owner are texts, never markup', async () => {
    const hostile = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>'
    const texts = { title: hostile, tagline: hostile, description: hostile, color: '<b>x' }
    const { html, main } = await readItem({ ...beanie, ...texts })
    assert.equal(main.find(({ name }) => name === 'h1')?.text, hostile)
    assert.ok(textsOf(main).includes('Color: <b>x'))
    const pictures = main.filter(({ name, attributes }) => name === 'img' && !attributes['src']?.startsWith('/qr/'))
    assert.equal(pictures.length, 1)
    assert.equal(readElements(html).find(({ name }) => name === 'title')?.text, `${hostile} · Stockinette`)
  })
})

for (const title of ['Harbour Beanie', 'Salt & Pepper? 100% "wool" + more #1', 'කම්බිලි තොප්පිය 🧶']) {
  test(`'Enquire on WhatsApp' opens a chat with a greeting that has the title and the id: ${title}`, async () => {
    const { id, main } = await readItem({ ...minimalItem(), title })
    const { rel = '', href = '', target } = main.find(({ text }) => text === 'Enquire on WhatsApp')?.attributes ?? {}
    assert.match(rel, /\bnoopener\b/)
    assert.equal(target, '_blank')
    const chat = new URL(href)
    assert.deepEqual([chat.origin, chat.pathname], ['https://wa.me', '/94771234568'])
    assert.doesNotMatch(chat.search, /\+/)
    const greeting = decodeURIComponent(chat.search.replace('?text=', ''))
    for (const part of [title, id]) assert.ok(greeting.includes(part), greeting)
  })
}

describe('the photos of an item', () => {
  const picturesOf = (main: readonly PageElement[]) =>
    main.flatMap(({ name, attributes }) =>
      name === 'img' && attributes['alt']?.startsWith('Harbour Beanie') ? [attributes] : [],
    )

  test('one: loads first, without a strip, arrows and thumbnails', async () => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie })
    const main = readMain(await readPage(`/item/${id}`))
    const [picture, ...others] = picturesOf(main)
    assert.deepEqual(others, [])
    assert.deepEqual([picture?.['alt'], picture?.['fetchpriority']], ['Harbour Beanie', 'high'])
    for (const name of ['strip', 'thumbnails', 'arrow']) assert.ok(!main.some(hasClass(name)), name)
  })

  test('several: each has its own alt text, all but the first load lazily, and arrows lead to each neighbour', async () => {
    const { id } = await addItemWithPhotos(shop.url, { newItem: beanie, count: 4 })
    const main = readMain(await readPage(`/item/${id}`))
    const pictures = picturesOf(main)
    for (const name of ['strip', 'thumbnails']) assert.ok(main.some(hasClass(name)), name)
    const alts = [2, 3, 4].map((number) => `Harbour Beanie, photo ${number} of 4`)
    assert.deepEqual(
      pictures.map(({ alt }) => alt),
      ['Harbour Beanie', ...alts],
    )
    assert.equal(pictures[0]?.['fetchpriority'], 'high')
    assert.deepEqual(
      pictures.map(({ loading }) => loading),
      [undefined, 'lazy', 'lazy', 'lazy'],
    )
    assert.deepEqual(
      main.filter(hasClass('arrow')).map(({ text, attributes }) => `${text} ${attributes['href']}`),
      ['→ #photo-2', '← #photo-1', '→ #photo-3', '← #photo-2', '→ #photo-4', '← #photo-3'],
    )
  })
})

describe('an item that is not there', () => {
  const linksIn = (elements: readonly PageElement[]) =>
    elements.filter(({ name }) => name === 'a').map(({ text, attributes }) => `${text}: ${attributes['href']}`)

  test("never was: 404, 'Item not found.' and links home; so has any other path", async () => {
    for (const id of ['aaaaaaaaaaaaaaaaaaaa', 'short', '%3Cscript%3E']) {
      const main = readMain(await readPage(`/item/${id}`, 404))
      assert.ok(textsOf(main).includes('Item not found.'), id)
      for (const link of ['← Back: /', 'Back home: /']) assert.ok(linksIn(main).includes(link), link)
    }
    assert.ok(linksIn(readMain(await readPage('/no/such/page', 404))).includes('Back home: /'))
  })

  test('is hidden: 404, says that it is no longer available, and shows the newest pieces, as other missing pages do', async () => {
    const owner = await createOwner(shop, 'owner@example.com')
    await addItem(shop.url, minimalItem('Plain Scarf'))
    const { id } = await addItem(shop.url, minimalItem('Hidden Scarf'))
    const version = (await listManaged(shop.url, owner)).find((item) => item.id === id)?.version ?? ''
    const hide = { method: 'PATCH', path: `/items/${id}`, version, body: { hidden: true } }
    assert.equal((await callApi(shop.url, owner, hide)).status, 200)
    const newestOn = async (path: string) => {
      const html = await readPage(path, 404)
      const isGone = textsOf(readMain(html)).includes('This piece is no longer available.')
      assert.equal(isGone, path === `/item/${id}`, path)
      assert.doesNotMatch(html, /Hidden Scarf/)
      const elements = readElements(html)
      const more = elements.slice(elements.findIndex(hasClass('more')))
      return textsOf(more.filter(({ name }) => name === 'span'))
    }
    assert.equal((await newestOn(`/item/${id}`))[0], 'Plain Scarf')
    await addItem(shop.url, minimalItem('Newest'))
    for (const path of [`/item/${id}`, '/item/unknown', '/no/such/page']) {
      assert.deepEqual((await newestOn(path)).slice(0, 2), ['Newest', 'Plain Scarf'], path)
    }
  })
})
