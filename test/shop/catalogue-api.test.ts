import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { sendItem, type ApiItem } from '../kit/api-client.ts'
import { callApi } from '../kit/manage-client.ts'
import { openHostedShop } from '../kit/shop/hosted-shop.ts'

const shop = await openHostedShop({ env: { SHOP_RATE_LIMITS: 'off', SHOP_WHO_MAY_ADD: 'anyone' } })
after(() => shop[Symbol.asyncDispose]())
const owner = await createOwner(shop, 'owner@example.com')

const categories = ['Hats', 'Scarves', 'தொப்பி', 'A/B 100%']

/** Varied items: every 5th has no price, every 7th is sold. */
function itemAt(index: number) {
  return {
    title: `Piece ${index} ${index % 3 === 0 ? 'merino' : 'alpaca'}`,
    imageUrl: 'https://example.com/a.jpg',
    category: categories[index % categories.length],
    size: ['S / M', 'L', ''][index % 3],
    color: ['Ivory', 'Rust, Ivory'][index % 2],
    price: index % 5 === 0 ? '' : String(1_000 + ((index * 37) % 50) * 10),
  }
}

async function add(fields: object): Promise<ApiItem> {
  return (await (await sendItem(shop.url, owner, fields)).json()) as ApiItem
}

/** Oldest first. */
const added: ApiItem[] = []
for (let index = 0; index < 60; index++) added.push(await add(itemAt(index)))

interface ItemList {
  readonly revision: number
  readonly items: readonly ApiItem[]
  readonly total: number
  readonly next?: string
  readonly correctedWords?: string
}

async function list(query = ''): Promise<ItemList> {
  const path = query.startsWith('/') ? query : `/api/items${query}`
  const answer = await fetch(shop.url + path)
  assert.equal(answer.status, 200, path)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  return (await answer.json()) as ItemList
}

/** Follows `next` to the end. @param between runs after each page. */
async function walk(query: string, between = async () => {}): Promise<ApiItem[]> {
  const found: ApiItem[] = []
  let next: string | undefined = query
  while (next !== undefined) {
    const page: ItemList = await list(next)
    found.push(...page.items)
    assert.ok(found.length <= 1_000, 'endless pages')
    next = page.next
    await between()
  }
  return found
}

const idsOf = (items: readonly ApiItem[]) => items.map(({ id }) => id)
const newestFirst = () => added.toReversed()

describe('GET /api/items', () => {
  test('without parameters: the 24 newest, the number of all, and the path of the next page', async () => {
    const { revision, items, total, next } = await list()
    assert.deepEqual(idsOf(items), idsOf(newestFirst().slice(0, 24)))
    assert.deepEqual(items[0], added.at(-1))
    assert.ok(revision > 0)
    assert.equal(total, 60)
    assert.match(next ?? '', /^\/api\/items\?after=\d+$/)
    assert.deepEqual(await list('?fbclid=1&q=&sort=newest&limit=24'), { revision, items, total, next })
  })

  for (const [query, matches] of [
    ['?category=hats', ({ category }) => category === 'Hats'],
    ['?category=A/B+100%25', ({ category }) => category === 'A/B 100%'],
    [
      '?category=%E0%AE%A4%E0%AF%8A%E0%AE%AA%E0%AF%8D%E0%AE%AA%E0%AE%BF&q=mer',
      ({ category, title }) => {
        return category === 'தொப்பி' && title.includes('merino')
      },
    ],
    ['?q=MERINO', ({ title }) => title.includes('merino')],
    ['?size=m', ({ size }) => size === 'S / M'],
    ['?color=ivory&size=L', ({ size }) => size === 'L'],
    ['?min=1000&max=1200', ({ price }) => price !== null && price >= 1_000 && price <= 1_200],
    [
      '?q=alpaca&color=Rust&min=1100',
      ({ title, color, price }) => {
        return title.includes('alpaca') && color === 'Rust, Ivory' && price !== null && price >= 1_100
      },
    ],
  ] as const satisfies readonly (readonly [string, (item: ApiItem) => boolean])[]) {
    test(`${query}: the items that match, newest first, on all pages`, async () => {
      const expected = newestFirst().filter(matches)
      assert.ok(expected.length > 0)
      assert.equal((await list(query)).total, expected.length)
      assert.deepEqual(idsOf(await walk(`${query}&limit=7`)), idsOf(expected))
    })
  }

  test('sort=price and price-desc: by price on all pages, those without one last', async () => {
    for (const [sort, sign] of [
      ['price', 1],
      ['price-desc', -1],
    ] as const) {
      const prices = (await walk(`?sort=${sort}&limit=9`)).map(({ price }) => price)
      const numbers = prices.filter((price) => price !== null)
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => sign * (a - b)),
      )
      assert.deepEqual(prices, [...numbers, ...Array.from({ length: 12 }, () => null)])
    }
  })

  test('before: the page before a place', async () => {
    const second = await list((await list('?limit=10')).next ?? '')
    const place = new URL(second.next ?? '', shop.url).searchParams.get('after') ?? ''
    const { items } = await list(`?limit=5&before=${place}`)
    const all = idsOf(newestFirst())
    const last = all.indexOf(items.at(-1)?.id ?? '')
    assert.ok(last === 18 || last === 19)
    assert.deepEqual(idsOf(items), all.slice(last - 4, last + 1))
  })

  test('limit: 1 to 100', async () => {
    assert.equal((await list('?limit=1')).items.length, 1)
    const { items, next } = await list('?limit=100')
    assert.deepEqual([items.length, next], [60, undefined])
    assert.match(
      (await list('?limit=3&category=Hats&q=piece')).next ?? '',
      /^\/api\/items\?q=piece&after=\d+&category=Hats&limit=3$/,
    )
  })

  test('misspelt words are corrected, on all pages', async () => {
    const right = await list('?q=merino&limit=6')
    const { correctedWords, next, ...page } = await list('?q=merimo&limit=6')
    assert.equal(correctedWords, 'merino')
    assert.deepEqual({ ...page, next }, right)
    assert.equal(right.correctedWords, undefined)
  })

  test('a price in the words is a bound, on all pages, in place of its parameter', async () => {
    const right = await list('?q=merino&min=1100&limit=4')
    assert.ok(right.total > 4)
    assert.match(right.next ?? '', /^\/api\/items\?q=merino&min=1100&after=\d+&limit=4$/)
    assert.deepEqual(await list('?q=Merino+over+Rs.+1,100&min=1&limit=4'), right)
  })

  test('an unknown category has no items', async () => {
    const { items, total, next } = await list('?category=none')
    assert.deepEqual([items, total, next], [[], 0, undefined])
  })

  for (const query of [
    '?limit=0',
    '?limit=101',
    '?limit=1e1',
    '?limit=x',
    '?limit=1&limit=2',
    '?category=a&category=b',
    '?q=a&q=b',
    '?min=cheap',
    '?min=-1',
    '?available=yes',
    '?sort=x',
    '?after=x',
    '?after=1&before=2',
    '?sort=price&after=1',
    '?before=99999999999999999999',
  ]) {
    test(`${query} is answered 400 with a message`, async () => {
      const answer = await fetch(`${shop.url}/api/items${query}`)
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      assert.deepEqual([answer.status, error.code], [400, 'invalid-request'])
      assert.match(
        error.message,
        query.startsWith('?limit') && !query.includes('&') ? /1 to 100/ : /^Give each parameter once/,
      )
    })
  }

  test('next: each item that was there is listed once, while others are added and changed', async () => {
    for (const query of ['?limit=7', '?limit=11&category=Hats', '?limit=5&q=merino', '?limit=9&sort=price']) {
      const before = new Set(idsOf(await walk(query)))
      let index = 0
      const walked = idsOf(
        await walk(query, async () => {
          added.push(await add({ ...itemAt(index++ * 12), title: 'Merino, just added' }))
        }),
      )
      assert.equal(new Set(walked).size, walked.length, query)
      assert.deepEqual(walked.filter((id) => before.has(id)).toSorted(), [...before].toSorted(), query)
    }
  })

  test('hidden, removed and restored items: the list and the number follow at once', async () => {
    const { id } = await add({ ...itemAt(1), category: 'Socks' })
    const seen = async () => {
      const [{ total }, socks] = [await list(), await list('?category=socks')]
      return { total, socks: idsOf(socks.items) }
    }
    const { total } = await seen()
    assert.deepEqual(await seen(), { total, socks: [id] })
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${id}` })
    assert.deepEqual(await seen(), { total: total - 1, socks: [] })
    await callApi(shop.url, owner, { method: 'POST', path: `/items/${id}/restore` })
    assert.deepEqual(await seen(), { total, socks: [id] })
  })
})
