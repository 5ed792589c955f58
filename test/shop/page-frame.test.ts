import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { dayOf } from '../../src/domain/day.ts'
import { addItem } from '../kit/api-client.ts'
import { readElements, type PageElement } from '../kit/http/page-elements.ts'
import { beanie } from '../kit/sample-items.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const env = {
  SHOP_NAME: 'Purl & <b>Plain</b>',
  SHOP_WHATSAPP: '+94 77 123 4568',
  SHOP_INSTAGRAM: 'https://www.instagram.com/purl.plain/',
}
const shop = await openHostedShop({ env })
after(() => shop[Symbol.asyncDispose]())
const { id } = await addItem(shop.url, beanie)

const read = async (path: string) => (await fetch(shop.url + path)).text()

async function readPart(path: string, name: 'header' | 'footer'): Promise<PageElement[]> {
  const [part = ''] = new RegExp(`<${name}.*?</${name}>`, 's').exec(await read(path)) ?? []
  return readElements(part)
}

test("every page has the shop's name, its chat and profile in new tabs, 'Home', 'Add item', and the year", async () => {
  const newTab = ['_blank', 'noopener noreferrer']
  for (const path of ['/', `/item/${id}`, '/create', '/nothing-here']) {
    const header = await readPart(path, 'header')
    const links = header.filter(({ name, text }) => name === 'a' && text !== '')
    const described = links.map(({ text, attributes: { href, target, rel } }) => [text, href, target, rel])
    assert.deepEqual(
      described.slice(0, 6),
      [
        [env.SHOP_NAME, '/', undefined, undefined],
        ['Home', '/', undefined, undefined],
        ['WhatsApp', 'https://wa.me/94771234568', ...newTab],
        ['Instagram', env.SHOP_INSTAGRAM, ...newTab],
        ['Add item', '/create', undefined, undefined],
        ['Manage', '/manage', undefined, undefined],
      ],
      path,
    )
    assert.match(header[header.findIndex(({ text }) => text === env.SHOP_NAME) - 1]?.name ?? '', /^h[12]$/)
    const texts = (await readPart(path, 'footer')).flatMap(({ name, text }) => (name === 'p' ? [text] : []))
    assert.deepEqual(texts, [`${dayOf(new Date()).slice(0, 4)} ${env.SHOP_NAME}`], path)
  }
})

test('the header marks the link to the current page', async () => {
  for (const [path, names] of [
    ['/', ['Home']],
    ['/create', ['Add item']],
    ['/sign-in', []],
    [`/item/${id}`, []],
    ['/nothing-here', []],
  ] as const) {
    const current = (await readPart(path, 'header')).filter(({ attributes }) => attributes['aria-current'] === 'page')
    assert.deepEqual(
      current.map(({ text }) => text),
      names,
      path,
    )
  }
})

test('the header has a search of all pieces on every page for visitors, and on none of those with a framework', async () => {
  const searchOf = async (path: string) => {
    const header = await readPart(path, 'header')
    return [
      header.some(({ name }) => name === 'search'),
      header.some(({ name, attributes }) => name === 'form' && attributes['action'] === '/pieces'),
      header.some(({ attributes }) => attributes['type'] === 'search' && attributes['name'] === 'q'),
    ]
  }
  for (const path of ['/', '/pieces', '/pieces?q=wool', `/item/${id}`, '/item/none', '/none']) {
    assert.deepEqual(await searchOf(path), [true, true, true], path)
  }
  for (const path of ['/create', '/manage', '/sign-in']) {
    assert.deepEqual(await searchOf(path), [false, false, false], path)
  }
})

test('the header, and the top of the home page, are read before the first script: browsers paint there', async () => {
  for (const [path, last] of [
    ['/', 'View All</a>'],
    ['/pieces', '</header>'],
  ] as const) {
    const [beforeScript = ''] = (await read(path)).split('<script>')
    assert.ok(beforeScript.includes(last), path)
    assert.ok(!beforeScript.includes('class="card"'), path)
  }
})
