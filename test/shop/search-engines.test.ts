import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { addItems } from '../kit/api-client.ts'
import { readElements } from '../kit/http/page-elements.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop({ env: { SHOP_RATE_LIMITS: 'off' } })
after(() => shop[Symbol.asyncDispose]())

const imageUrl = 'https://example.com/a.jpg'
await addItems(shop.url, [
  ...Array.from({ length: 25 }, (_, index) => ({ title: `Wool hat ${index + 1}`, category: 'Hats', imageUrl })),
  { title: 'Silk scarf', category: 'Scarves & shawls', size: 'M', price: '1200', imageUrl },
])
const nextPage = async (path: string) => /rel="next" href="([^"]+)"/.exec(await read(path))?.[1] ?? assert.fail()

async function read(path: string): Promise<string> {
  return (await fetch(shop.url + path)).text()
}

/** What a page says in its head, with plain characters. */
async function headOf(path: string) {
  const html = (await read(path)).replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
  const find = (pattern: RegExp) => html.split('</head>', 1)[0]?.match(pattern)?.[1]
  return {
    title: find(/<title>([^<]*)</),
    description: find(/<meta name="description" content="([^"]*)"/),
    canonical: find(/<link rel="canonical" href="([^"]*)"/)?.replace(shop.url, ''),
    robots: find(/<meta name="robots" content="([^"]*)"/),
  }
}

describe('for search engines, the first page', () => {
  test('of all pieces is canonical to itself, and its description names the categories', async () => {
    assert.deepEqual(await headOf('/pieces'), {
      title: 'All pieces · Stockinette',
      description: '26 pieces: Hats, Scarves & shawls',
      canonical: '/pieces',
      robots: undefined,
    })
  })

  test('of each category has its own title, and a description that names its newest pieces', async () => {
    assert.deepEqual(await headOf('/pieces/Scarves%20%26%20shawls'), {
      title: 'Scarves & shawls · Stockinette',
      description: '1 piece in Scarves & shawls: Silk scarf',
      canonical: '/pieces/Scarves%20%26%20shawls',
      robots: undefined,
    })
    const { title, description = '', canonical, robots } = await headOf('/pieces/Hats')
    assert.deepEqual([title, canonical, robots], ['Hats · Stockinette', '/pieces/Hats', undefined])
    assert.match(description, /^25 pieces in Hats: Wool hat 25, Wool hat 24, .*Wool hat \d+$/)
    assert.ok(description.length <= 155, description)
  })
})

test('for search engines: further pages, searches, filters and other orders are noindex, and may be fetched', async () => {
  const disallowed = [...(await read('/robots.txt')).matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
  assert.deepEqual(disallowed, ['/api/', '/claim', '/create', '/manage', '/__/'])
  const others = [
    '?q=hat',
    '?q=hat&sort=best',
    '?size=M',
    '?color=Ivory',
    '?available=1',
    '?min=1',
    '?max=1',
    '?sort=price',
  ]
  const lists = [await nextPage('/pieces'), await nextPage('/pieces/Hats'), ...others.map((query) => `/pieces${query}`)]
  for (const path of [...lists, '/pieces/Hats?q=none']) {
    const { canonical, robots } = await headOf(path)
    assert.deepEqual([canonical, robots], [path, 'noindex, follow'])
    assert.ok(!disallowed.some((start) => path.startsWith(start)), path)
  }
})

test('for search engines: the pages that only owners and the holders of a link need are noindex', async () => {
  for (const path of ['/sign-in', '/manage', '/manage/shop', '/claim', '/__/auth/action']) {
    assert.equal((await headOf(path)).robots, 'noindex', path)
  }
})

/** Links to pages, those to prerender with a `!`. */
const links = [
  '/!',
  '/item/abc!',
  '/pieces!',
  '/pieces/Beanies!',
  `/pieces/${encodeURIComponent('தொப்பிகள்')}!`,
  '/pieces?q=wool',
  '/pieces/Beanies?size=M',
  '/pieces?sort=price',
  '/pieces?after=17',
  '/piecesandbits',
  '/create',
  '/manage',
  '/sign-in',
  '/api/items',
]

describe('browsers prerender', () => {
  const rulesOf = async (path: string) =>
    readElements(await read(path)).flatMap(({ attributes, text }) =>
      attributes['type'] === 'rules' ? [JSON.parse(text) as unknown] : [],
    )

  test('home, items, lists of all pieces and the next page; no filter', async () => {
    const [rules] = (await rulesOf('/')) as [{ prerender: [{ where: { or: [{ href_matches: string[] }, object] } }] }]
    const [{ href_matches: patterns }, others] = rules.prerender[0].where.or
    assert.deepEqual(others, { selector_matches: 'a[rel=next]' })
    assert.deepEqual(rules, {
      prerender: [{ where: { or: [{ href_matches: patterns }, others] }, eagerness: 'moderate' }],
    })
    // As a browser reads them: patterns are relative to the page.
    const isAllowed = (path: string) =>
      patterns.some((each) => new URLPattern(each, shop.url).test(new URL(path, shop.url)))
    assert.deepEqual(
      links.filter((link) => isAllowed(link.replace('!', ''))),
      links.filter((link) => link.endsWith('!')),
    )
  })

  test('nothing from the page of the form', async () => {
    assert.deepEqual(await rulesOf('/create'), [])
  })
})
