import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { addItem, addItems, type ApiItem, type NewItem } from '../kit/api-client.ts'
import { readElements, type PageElement } from '../kit/http/page-elements.ts'
import { images } from '../kit/photos/image-server.ts'
import { addItemWithPhotos } from '../kit/photos/item-with-photos.ts'
import { beanie, minimalItem, scarves } from '../kit/sample-items.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop({ env: { SHOP_RATE_LIMITS: 'off' } })
after(() => shop[Symbol.asyncDispose]())

const read = async (path: string) => (await fetch(shop.url + path)).text()

/** The elements of each card of a list, newest first. */
async function readCards(path = '/'): Promise<PageElement[][]> {
  const cards = (await read(path)).matchAll(/<li>(<article.*?)<\/li>/gs)
  return Array.from(cards, ([, card = '']) => readElements(card))
}

const named = (elements: readonly PageElement[], wanted: string) => elements.filter(({ name }) => name === wanted)

/** The texts of the newest card, without the button for the enquiry. */
async function textsOfCard(newItem: NewItem): Promise<string[]> {
  await addItem(shop.url, newItem)
  const [card = []] = await readCards()
  return card.flatMap(({ text, attributes }) => (text === '' || attributes['role'] === 'img' ? [] : [text]))
}

describe('a card', () => {
  test('has the title, tagline, price and category of its item', async () => {
    assert.deepEqual(await textsOfCard(beanie), ['Harbour Beanie', 'Ribbed, double brim', 'LKR\u00A012,500', 'Beanies'])
    for (const [price, text] of [
      [0, 'LKR\u00A00'],
      [1_250.5, 'LKR\u00A01,250.50'],
    ] as const) {
      assert.deepEqual(await textsOfCard({ ...minimalItem(), price }), ['Plain Scarf', text, 'Knits'])
    }
  })

  test("without a price shows a dash, which is read as 'Price on request', and without a category 'Knits'", async () => {
    assert.deepEqual(await textsOfCard(minimalItem()), ['Plain Scarf', '—', 'Price on request', 'Knits'])
    const [card = []] = await readCards()
    const withText = (wanted: string) => card.find(({ text }) => text === wanted)?.attributes
    assert.equal(withText('—')?.['aria-hidden'], 'true')
    assert.equal(withText('Price on request')?.['class'], 'visually-hidden')
  })

  test('has one link with the image and one with the title, both to the item', async () => {
    const { id } = await addItem(shop.url, beanie)
    const [card = []] = await readCards()
    assert.deepEqual(
      named(card, 'a').map(({ text, attributes }) => [text, attributes['href']]),
      [
        ['', `/item/${id}`],
        ['Harbour Beanie', `/item/${id}`],
      ],
    )
    const [image, ...others] = card.slice(card.findIndex(({ name }) => name === 'a') + 1)
    assert.equal(image?.attributes['src'], images.url('beanie'))
    assert.deepEqual(named(others, 'img'), [])
  })
})

test('texts of an owner are shown as text, never as markup', async () => {
  const hostile = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>'
  const category = hostile.slice(0, 60)
  assert.deepEqual(await textsOfCard({ ...beanie, title: hostile, tagline: hostile, category }), [
    hostile,
    hostile,
    'LKR\u00A012,500',
    category,
  ])
  const [card = []] = await readCards()
  assert.equal(named(card, 'img').length, 1)
  for (const { text } of named(readElements(await read('/')), 'script')) assert.ok(!text.startsWith('document.title'))
})

describe('the cards of the home page', () => {
  test('are the newest 24 items, newest first', async () => {
    await addItems(shop.url, scarves(25))
    const titles = (await readCards()).map((card) => named(card, 'a').at(-1)?.text)
    assert.deepEqual(
      titles,
      Array.from({ length: 24 }, (_, index) => `Scarf ${25 - index}`),
    )
    assert.doesNotMatch(await read('/'), />Scarf 1</)
  })

  test('have images and photos of a stated size; the first has high priority, and the others load lazily', async () => {
    for (const title of ['One', 'Two', 'Three']) await addItemWithPhotos(shop.url, { newItem: minimalItem(title) })
    const pictures = (await readCards()).map((card) => named(card, 'img'))
    assert.equal(pictures.length, 24)
    for (const [index, [picture, ...others]] of pictures.entries()) {
      const { src = '', alt, ...attributes } = picture?.attributes ?? {}
      const loading = index === 0 ? { fetchpriority: 'high' } : { loading: 'lazy' }
      assert.deepEqual(attributes, { width: '960', height: '1200', decoding: 'async', ...loading })
      assert.match(src, index < 3 ? /^\/photos\/[0-9a-f]{32}-\d+\.webp$/ : /^http/)
      assert.deepEqual([alt, others], ['', []])
    }
  })
})

test('cards of a list of pieces have placeholders for the photos of a phone’s first screen', async () => {
  for (const title of ['Four', 'Five']) await addItemWithPhotos(shop.url, { newItem: minimalItem(title) })
  const cards = await readCards('/pieces')
  const withPlaceholder = cards.map((card) => card.some(({ attributes }) => attributes['class'] === 'placeholder'))
  assert.deepEqual(withPlaceholder, [true, true, ...Array<boolean>(cards.length - 2).fill(false)])
})

describe('the page of an item', () => {
  const textOf = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]*>/g, '')

  test('leads from its category, each of its sizes and its colour to all pieces of it', async () => {
    const { id } = await addItem(shop.url, { ...beanie, size: 'S / M,L', color: 'Dusty rose' })
    const html = await read(`/item/${id}`)
    assert.ok(textOf(html).includes('Size: S / M,L'))
    const [, main = ''] = html.split('<main')
    const links = new Map(named(readElements(main), 'a').map(({ text, attributes }) => [text, attributes['href']]))
    for (const [text, path] of [
      ['Beanies', '/pieces/Beanies'],
      ['S', '/pieces?size=S'],
      ['M', '/pieces?size=M'],
      ['L', '/pieces?size=L'],
      ['Color: Dusty rose', '/pieces?color=Dusty+rose'],
    ] as const) {
      assert.equal(links.get(text), path)
      assert.ok((await read(path)).includes(` href="/item/${id}"`), path)
    }
  })

  test("has four others of its category in 'More pieces', and stays in the cache when there is a newer one", async () => {
    const inCaps = (number: number) => ({ ...minimalItem(`Cap ${number}`), category: 'Caps' })
    const [first] = (await addItems(shop.url, [...[1, 2, 3, 4, 5].map(inCaps), ...scarves(24)])) as [ApiItem]
    const readPage = async () => {
      const answer = await fetch(`${shop.url}/item/${first.id}`)
      return { etag: answer.headers.get('ETag'), html: await answer.text() }
    }
    const page = await readPage()
    const [more = ''] = /<aside class="more".*?<\/aside>/s.exec(page.html) ?? []
    assert.deepEqual([...more.matchAll(/Cap \d/g)].flat(), ['Cap 5', 'Cap 4', 'Cap 3', 'Cap 2'])
    assert.doesNotMatch(more, /Scarf/)
    await addItem(shop.url, { ...minimalItem('Cap 6'), category: 'caps' })
    assert.deepEqual(await readPage(), page)
  })
})
