import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { addItems, type NewItem } from '../kit/api-client.ts'
import { readElements, type PageElement } from '../kit/http/page-elements.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { drawPhoto, uploadPhoto } from '../kit/photos/photos.ts'
import { beanie, minimalItem } from '../kit/sample-items.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop({ env: { SHOP_WHO_MAY_ADD: 'anyone' } })
after(() => shop[Symbol.asyncDispose]())

const hasClass = (name: string) => (element: PageElement) =>
  element.attributes['class']?.split(' ').includes(name) ?? false

/** The elements of the home page, from the one with a class to the next section of the page. */
async function readPart(className: string): Promise<readonly PageElement[]> {
  const all = await readHome()
  const start = all.findIndex(hasClass(className))
  const next = all.findIndex(({ name, attributes }, index) => {
    return index > start && (name === 'section' || attributes['id'] === 'items')
  })
  return start === -1 ? [] : all.slice(start, next === -1 ? undefined : next)
}

async function readHome(): Promise<readonly PageElement[]> {
  return readElements(await (await fetch(shop.url)).text())
}

/** The categories of the row, each with the address of its picture. */
async function readRow(): Promise<readonly (readonly [name: string, picture: string])[]> {
  const elements = await readPart('category-row')
  const pictures = elements.filter(({ name }) => name === 'img').map(({ attributes }) => attributes['src'] ?? '')
  const names = elements.filter(({ name }) => name === 'span').map(({ text }) => text)
  assert.equal(names.length, pictures.length)
  return names.map((name, index) => [name, pictures[index] ?? ''])
}

const inCategory = (category: string, picture = category): NewItem => ({
  ...minimalItem(picture),
  category,
  imageUrl: `https://photos.example/${encodeURIComponent(picture)}.jpg`,
})

describe('home page', () => {
  let owner: string
  before(async () => void (owner = await createOwner(shop, 'owner@example.com')))

  const changeSettings = async (changes: object) => {
    const path = '/manage/shop'
    const present = await callApi(shop.url, owner, { method: 'GET', path })
    const version = present.headers.get('ETag')?.replaceAll('"', '') ?? ''
    const body = { ...((await present.json()) as object), ...changes }
    assert.equal((await callApi(shop.url, owner, { method: 'PUT', path, body, version })).status, 200)
  }

  const hide = async (title: string) => {
    const item = (await listManaged(shop.url, owner)).find((each) => each.title === title)
    const change = { method: 'PATCH', path: `/items/${item?.id}`, body: { hidden: true }, version: item?.version ?? '' }
    assert.equal((await callApi(shop.url, owner, change)).status, 200)
  }

  test('an empty shop has a row without categories, and no link to all pieces', async () => {
    assert.deepEqual(await readRow(), [])
    assert.ok(!(await readHome()).some(({ attributes }) => attributes['href'] === '/pieces'))
  })

  test('the hero has words of its own until the owner has written hers', async () => {
    const words = async () => (await readPart('hero')).slice(1, 5).flatMap(({ text }) => text || [])
    assert.deepEqual(await words(), [
      'New • Hand-crafted',
      'Warm. Minimal. Knitted.',
      'Small-batch designer pieces for cool days and cozy nights.',
    ])
    await changeSettings({ eyebrow: 'Since 1998', headline: 'Wool for the hills', sub: 'From Ella.' })
    assert.deepEqual(await words(), ['Since 1998', 'Wool for the hills', 'From Ella.'])
    await changeSettings({ eyebrow: '', headline: '', sub: '' })
  })

  test('the hero has one button, and a picture only once the owner has chosen one', async () => {
    const { id } = await uploadPhoto({ url: shop.url, idToken: owner }, drawPhoto(800, 500))
    await addItems(shop.url, [{ ...beanie, photos: [id] }])
    const words = await readPart('hero')
    assert.deepEqual(
      words.filter(({ name }) => name === 'img'),
      [],
      'the newest piece is the first card already',
    )
    assert.deepEqual(
      words.filter(hasClass('button')).map(({ text }) => text),
      ['Shop Collection'],
    )
    assert.ok(words.some(({ text, attributes }) => text === 'View All' && attributes['href'] === '/'))

    await changeSettings({ heroPhoto: id, heroFocus: '20,90' })
    const urgent = (await readHome()).filter(({ attributes }) => attributes['fetchpriority'] !== undefined)
    assert.equal(urgent.length, 1, 'no card is as urgent as the picture above it')
    assert.match(urgent[0]?.attributes['src'] ?? '', new RegExp(`^/photos/${id}-`))
    const chosen = await readPart('hero')
    assert.ok(chosen.some(({ attributes }) => attributes['src'] === urgent[0]?.attributes['src']))
    assert.ok(chosen.some((element) => hasClass('focus-x-2')(element) && hasClass('focus-y-9')(element)))
    await changeSettings({ heroPhoto: null, heroFocus: null })
  })

  test('each category has the cover of its newest piece that visitors see, at the next view', async () => {
    await addItems(shop.url, [inCategory('Socks', 'old'), inCategory('Socks', 'new')])
    const coverOfSocks = async () => new Map(await readRow()).get('Socks')
    assert.equal(await coverOfSocks(), 'https://photos.example/new.jpg')
    await hide('new')
    assert.equal(await coverOfSocks(), 'https://photos.example/old.jpg')
    await addItems(shop.url, [inCategory('socks', 'newest')])
    assert.equal(await coverOfSocks(), 'https://photos.example/newest.jpg')
  })

  test('the row has at most 12 categories, the largest first, and then a link to all pieces', async () => {
    const toAll = async () => (await readPart('category-row')).filter(({ text }) => text === 'All pieces')
    const names = Array.from({ length: 10 }, (_, index) => `Knit ${index}`)
    await addItems(
      shop.url,
      names.map((name) => inCategory(name)),
    )
    assert.equal((await readRow()).length, 12)
    assert.deepEqual(await toAll(), [])
    await addItems(shop.url, [inCategory('Ponchos'), inCategory('Ponchos')])
    const row = await readRow()
    assert.equal(row.length, 12)
    assert.deepEqual(
      row.slice(0, 2).map(([name]) => name),
      ['Ponchos', 'Socks'],
    )
    assert.deepEqual(
      (await toAll()).map(({ attributes }) => attributes['href']),
      ['/pieces'],
    )
  })

  test('a card is one stop of the keyboard', async () => {
    const all = await readHome()
    const grid = all.slice(all.findIndex(({ attributes }) => attributes['id'] === 'items'))
    const cards = grid.filter(({ name }) => name === 'article')
    const stops = grid.filter(({ name, attributes }) => {
      return name === 'a' && attributes['tabindex'] !== '-1' && attributes['href']?.startsWith('/item/')
    })
    const others = grid.filter(({ attributes }) => attributes['href']?.startsWith('/pieces/'))
    assert.deepEqual([stops.length, others], [cards.length, []])
  })

  test('how pieces are delivered and how to reach the shop are said once the owner has written it', async () => {
    const notes = async () => {
      const all = await readHome()
      const note = all.findIndex(hasClass('note'))
      const contact = all.slice(
        all.findIndex(({ attributes }) => attributes['aria-label'] === 'Contact'),
        all.findIndex(({ name }) => name === 'footer'),
      )
      return {
        note: note === -1 ? [] : all.slice(note + 1, note + 3).map(({ text }) => text),
        contact: contact.slice(2).map(({ text, attributes }) => [text, attributes['href']]),
      }
    }
    assert.deepEqual(await notes(), { note: [], contact: [] })
    const instagram = 'https://www.instagram.com/nimali.knits'
    const written = { place: 'Nuwara Eliya', delivery: 'LKR 450 by courier.', whatsapp: '94771234568', instagram }
    await changeSettings(written)
    assert.deepEqual(await notes(), {
      note: ['Delivery and payment', 'LKR 450 by courier.'],
      contact: [
        ['Nuwara Eliya', undefined],
        ['WhatsApp +94 77 123 4568', 'https://wa.me/94771234568'],
        ['Instagram @nimali.knits', instagram],
      ],
    })
  })

  test('who makes the pieces is said once, between the categories and the collection', async () => {
    const { id } = await uploadPhoto({ url: shop.url, idToken: owner }, drawPhoto(300, 300))
    assert.deepEqual(await readPart('maker-band'), [])
    const lead = 'I am Nimali, and I knit every piece by hand, at home.'
    const rest = 'The wool comes from Ella: https://fair.example'
    await changeSettings({ place: 'Kandy', about: `${lead} ${rest}`, aboutPhoto: id })
    const band = await readPart('maker-band')
    const indexOf = (wanted: string) => band.findIndex(({ text }) => text.trim() === wanted)
    const fold = band.findIndex(({ name }) => name === 'details')
    for (const text of ['Who makes this', 'Kandy', lead]) assert.ok(indexOf(text) > 0 && indexOf(text) < fold, text)
    assert.ok(indexOf('The wool comes from Ella:') > fold)
    assert.match(band[indexOf('https://fair.example')]?.attributes['href'] ?? '', /^https:\/\/fair\.example/)
    assert.ok(band.some(({ attributes }) => attributes['src']?.startsWith(`/photos/${id}-`)))
    const order = (await readHome()).flatMap(({ attributes }) => attributes['class'] ?? [])
    const marks = ['category-row', 'maker-band', 'catalogue'].map((name) => order.indexOf(name))
    assert.ok(!marks.includes(-1), marks.join())
    assert.deepEqual(
      marks,
      marks.toSorted((a, b) => a - b),
    )
  })
})
