import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'

import { createOwner } from '../kit/accounts.ts'
import { sendItem, type ApiItem } from '../kit/api-client.ts'
import { readElements, readMain } from '../kit/http/page-elements.ts'
import { callApi, listManaged } from '../kit/manage-client.ts'
import { hostShops } from '../kit/shop/hosted-shop.ts'
import { startShop, type ShopProcess } from '../kit/shop/shop-process.ts'

const host = hostShops()
after(() => host[Symbol.asyncDispose]())

const shop = await host.open({ env: { SHOP_RATE_LIMITS: 'off' } })
const owner = await createOwner(shop, 'owner@example.com')

async function add(fields: object): Promise<ApiItem> {
  const newItem = { imageUrl: 'https://example.com/a.jpg', title: 'Beanie', ...fields }
  return (await (await sendItem(shop.url, owner, newItem)).json()) as ApiItem
}

async function change(id: string, changes: object): Promise<void> {
  const version = (await listManaged(shop.url, owner)).find((item) => item.id === id)?.version ?? ''
  const answer = await callApi(shop.url, owner, { method: 'PATCH', path: `/items/${id}`, body: changes, version })
  assert.equal(answer.status, 200)
}

const get = (path: string, init?: RequestInit) => fetch(shop.url + path, { redirect: 'manual', ...init })

async function read(path: string) {
  const answer = await get(path)
  return { status: answer.status, etag: answer.headers.get('ETag'), html: await answer.text() }
}

const statusOf = async (path: string) => (await read(path)).status

/** The items of the list, without suggestions. */
const idsIn = (html: string) => {
  const [, grid = ''] = /<div id="items"(.*?)<div data-part="after"/s.exec(html) ?? []
  return [...grid.matchAll(/<h3><a [^>]*href="\/item\/([^"]+)"/g)].map(([, id = '']) => id)
}

let counted = 0

/** How many requests for lists of pieces were not answered from the cache, this one among them. */
async function countUncached(): Promise<number> {
  const path = `/pieces/no-such-category-${counted++}`
  await get(path)
  // Log lines are written once a response is closed.
  while (!shop.output().includes(path)) await new Promise(setImmediate)
  return shop
    .output()
    .split('\n')
    .filter((line) => /"path":"\/pieces/.test(line)).length
}

async function uncachedAfter(work: () => Promise<unknown>): Promise<number> {
  const before = await countUncached()
  await work()
  return (await countUncached()) - before
}

await add({ title: 'Wool hat', category: 'Hats', size: 'M', price: '1200' })
await add({ title: 'Wool scarf', category: 'Scarves', color: 'Rust' })

describe('the address of a list of pieces', () => {
  for (const [address, shared, redirected] of [
    ['/pieces', ['/pieces?', '/pieces?fbclid=1'], ['/pieces?q=&size=', '/pieces?sort=newest', '/pieces?sort=best']],
    ['/pieces/Hats', ['/pieces/Hats?utm_source=x'], ['/pieces/Hats?utm_source=x&min=']],
    [
      '/pieces?q=wool&size=M',
      ['/pieces?size=M&q=wool', '/pieces?q=wool&size=M&x'],
      ['/pieces?q=WOOL&size=M&x', '/pieces?q=%20wool%20&size=+M'],
    ],
    [
      '/pieces/Hats?min=100&sort=price',
      ['/pieces/Hats?sort=price&min=100'],
      ['/pieces/Hats?sort=price&min=0100', '/pieces/Hats?sort=price&q=&min=100'],
    ],
  ] as const) {
    test(`${address} has one page, which other orders of its parameters share and other spellings redirect to`, async () => {
      const page = await read(address)
      assert.equal(page.status, 200)
      assert.ok(page.etag)
      for (const other of shared) assert.deepEqual(await read(other), page, other)
      for (const other of redirected) assert.equal((await get(other)).headers.get('Location'), address, other)
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page.html)?.[1]
      assert.equal(canonical?.replaceAll('&amp;', '&'), shop.url + address)
    })
  }

  test('each spelling is answered from memory the second time', async () => {
    const addresses = ['/pieces', '/pieces?a', '/pieces/Hats?b', '/pieces?q=wool', '/pieces?q=Wool', '/pieces/none?q=c']
    const readAll = async () => {
      for (const address of addresses) await read(address)
    }
    await readAll()
    assert.equal(await uncachedAfter(readAll), 1, 'only the last one, of uncachedAfter')
  })

  for (const [path, location] of [
    ['/pieces/hats', '/pieces/Hats'],
    ['/pieces/HATS?sort=price&q=wool&x', '/pieces/Hats?q=wool&sort=price'],
    ['/pieces/%20Hats', '/pieces/Hats'],
    ['/pieces/%53carves?a', '/pieces/Scarves?a'],
    ['/pieces/Scarves/', '/pieces/Scarves'],
  ] as const) {
    test(`${path} redirects to ${location}`, async () => {
      for (let times = 0; times < 2; times++) {
        const answer = await get(path)
        assert.deepEqual([answer.status, answer.headers.get('Location')], [308, location])
        assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff')
      }
    })
  }

  test('a redirect to the shop’s spelling is not stored: the spelling may change back', async () => {
    assert.equal((await get('/pieces/hats')).headers.get('Cache-Control'), 'no-store')
  })

  test('impossible lists and unknown categories are the missing page', async () => {
    const { html } = await read('/nowhere')
    for (const path of [
      '/pieces?q=a&q=b',
      '/pieces?sort=x',
      '/pieces?after=x',
      '/pieces?min=cheap',
      '/pieces/Hats?available=yes',
      '/pieces/none',
      '/pieces/none?q=wool',
      '/pieces/~',
      '/pieces/Hats/more',
      '/pieces/%ff',
    ]) {
      assert.deepEqual(await read(path), { status: 404, etag: (await read(path)).etag, html }, path)
    }
  })

  test('a category’s name may have any characters', async () => {
    for (const [category, shown] of [
      ['தொப்பி', 'தொப்பி'],
      ['A/B', 'A/B'],
      ['A%2FB', 'A%2FB'],
      ['100%', '100%'],
      ['x.data', 'x.data'],
      ['_.data', '_.data'],
      ['a.b.data', 'a.b.data'],
      ['...', '...'],
      ['~', '~'],
      ['a?b#c', 'a?b#c'],
      ['a+b', 'a+b'],
      ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
      ['a  b', 'a  b'],
      ['constructor', 'constructor'],
    ] as const) {
      const { id, category: stored } = await add({ category })
      const path = `/pieces/${encodeURIComponent(stored)}`
      const { status, html } = await read(path)
      assert.equal(status, 200, path)
      assert.deepEqual(idsIn(html), [id], path)
      assert.ok(html.includes(`>${shown}</h2>`), path)
      assert.deepEqual(idsIn((await read(`${path}?q=beanie`)).html), [id], path)
    }
  })
})

describe('a list of pieces', () => {
  test('a category appears with its first piece and ends with its last, at once', async () => {
    const lists = ['/pieces/Socks', '/pieces/Socks?q=beanie']
    const statuses = async () => Promise.all(lists.map(statusOf))
    assert.deepEqual(await statuses(), [404, 404])
    const { id } = await add({ category: 'Socks' })
    assert.deepEqual(await statuses(), [200, 200])
    assert.match((await read('/pieces/Hats')).html, /href="\/pieces\/Socks"/)
    await change(id, { hidden: true })
    assert.deepEqual(await statuses(), [404, 404])
    assert.doesNotMatch((await read('/pieces/Hats')).html, /Socks/)
    await change(id, { hidden: false })
    assert.deepEqual(await statuses(), [200, 200])
    await callApi(shop.url, owner, { method: 'DELETE', path: `/items/${id}` })
    assert.deepEqual(await statuses(), [404, 404])
  })

  test('a category keeps its spelling when a piece is saved, and has another one at once when it is renamed', async () => {
    const first = await add({ category: 'Gloves' })
    const { id, category } = await add({ category: ' GLOVES ' })
    assert.equal(category, 'Gloves')
    const { version = '' } = (await listManaged(shop.url, owner)).find((item) => item.id === id) ?? {}
    const body = { title: 'Mittens', imageUrl: 'https://example.com/a.jpg', category: 'gLOVES' }
    const saved = await callApi(shop.url, owner, { method: 'PUT', path: `/items/${id}`, body, version })
    assert.partialDeepStrictEqual(await saved.json(), { title: 'Mittens', category: 'Gloves' })
    assert.equal(await statusOf('/pieces/Gloves'), 200)
    assert.equal((await get('/pieces/GLOVES')).headers.get('Location'), '/pieces/Gloves')

    const names = { from: 'gloves', to: 'GLOVES' }
    await callApi(shop.url, owner, { method: 'POST', path: '/manage/categories/rename', body: names })
    assert.equal((await get('/pieces/Gloves')).headers.get('Location'), '/pieces/GLOVES')
    assert.deepEqual(idsIn((await read('/pieces/GLOVES')).html), [id, first.id])
  })

  test('the category of pieces without one is spelled ‘Knits’, whatever was sent first, and also after a renaming', async () => {
    const [typed, empty] = [await add({ category: 'KNITS' }), await add({ category: ' ' })]
    assert.deepEqual([typed.category, empty.category], ['Knits', 'Knits'])
    const body = { from: 'Knits', to: 'KNITS' }
    const renamed = await callApi(shop.url, owner, { method: 'POST', path: '/manage/categories/rename', body })
    assert.deepEqual(await renamed.json(), { changed: 0, isDone: true, category: { name: 'Knits', count: 2 } })
    assert.equal((await get('/pieces/KNITS')).headers.get('Location'), '/pieces/Knits')
    assert.deepEqual(idsIn((await read('/pieces/Knits')).html), [empty.id, typed.id])
  })

  test('a price in the words is a filter that can be removed, and its links have the canonical address', async () => {
    for (const price of ['4000', '6000', '9000']) await add({ title: `Legwarmers ${price}`, price })
    const address = (await get('/pieces?q=Legwarmers+under+Rs+6,000&max=1')).headers.get('Location') ?? ''
    assert.equal(address, '/pieces?q=legwarmers&max=6000')
    const page = await read(address)
    assert.equal(idsIn(page.html).length, 2)
    assert.match(page.html, /<a href="\/pieces\?q=legwarmers">.{0,80}Up to LKR\u00A06,000/)
    assert.match(page.html, /<link rel="canonical" href="[^"]+\/pieces\?q=legwarmers&amp;max=6000"/)
  })

  test('a hidden piece is in no list, at once, and a shown one in all again', async () => {
    const { id } = await add({ title: 'Unmistakable', category: 'Hats', size: 'XXS', color: 'Puce', price: '77' })
    const lists = ['', '?q=unmistakable', '?size=XXS', '?color=puce', '?min=77&max=77', '?sort=price', '?available=1']
    const paths = ['/', ...lists.flatMap((query) => [`/pieces${query}`, `/pieces/Hats${query}`])]
    const listing = async () => {
      const found = await Promise.all(paths.map(async (path) => ((await read(path)).html.includes(id) ? path : '')))
      return found.filter((path) => path !== '')
    }
    assert.deepEqual(await listing(), paths)
    await change(id, { hidden: true })
    assert.deepEqual(await listing(), [])
    await change(id, { hidden: false })
    assert.deepEqual(await listing(), paths)
  })

  test('the links to the next page lead to each piece once, while others are added', async () => {
    const added: ApiItem[] = []
    for (let index = 0; index < 60; index++) {
      added.push(await add({ title: `Shawl ${index}`, category: 'Shawls', price: String(1_000 + (index % 7)) }))
    }
    const wanted = new Set(added.map(({ id }) => id))
    for (const query of ['', '?q=shawl', '?q=shawl&sort=best', '?sort=price', '?sort=price-desc']) {
      const walked: string[] = []
      let next: string | undefined = `/pieces/Shawls${query}`
      for (let pages = 0; next !== undefined; pages++) {
        assert.ok(pages < 10, 'endless pages')
        const { html } = await read(next)
        walked.push(...idsIn(html))
        next = /<a [^>]*rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
        await add({ title: 'Shawl, just added', category: 'Shawls', price: '1003' })
      }
      assert.equal(new Set(walked).size, walked.length, query)
      assert.deepEqual(new Set(walked).intersection(wanted), wanted, query)
    }
  })
})

const textOf = (markup = '') =>
  markup
    .replaceAll(/<[^>]+>|×/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('\u00a0', ' ')
    .trim()

/** What a list of pieces says. */
async function readList(path: string) {
  const { html } = await read(path)
  const main = readMain(html)
  const textsOf = (name: string) => main.filter((element) => element.name === name).map(({ text }) => text)
  const part = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
  const linksIn = (markup: string) =>
    [...markup.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(
      ([, href = '', label]) => [textOf(label), href.replaceAll('&amp;', '&')] as const,
    )
  return {
    title: textOf(part(/<title>(.*?)<\/title>/)).replace('&amp;', '&'),
    canonical: part(/<link rel="canonical" href="([^"]+)"/)
      .replaceAll('&amp;', '&')
      .replace(shop.url, ''),
    robots: part(/<meta name="robots" content="([^"]+)"/),
    total: textOf(part(/data-part="total"[^>]*>(.*?)<\/p>/)),
    cards: [...part(/id="items"(.*?)data-part="after"/s).matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) =>
      textOf(title),
    ),
    message: textOf(part(/data-part="message">(.*?)<\/div>/s)),
    category: textOf(part(/<nav class="categories".*?aria-current="page"[^>]*>(.*?)<\/a>/s)),
    chosen: linksIn(part(/<ul class="chosen"(.*?)<\/ul>/s)),
    pages: new Map(linksIn(part(/<nav class="pages"(.*?)<\/nav>/s))),
    links: new Map(linksIn(html)),
    search: main.find(({ attributes }) => attributes['type'] === 'search')?.attributes['aria-label'],
    marks: textsOf('mark'),
    options: textsOf('option'),
    headings: textsOf('h2'),
  }
}

describe('what a list of pieces says', () => {
  test('the pages of a category lead to each other, and show the same while pieces are added', async () => {
    const category = 'Wraps & more'
    for (let number = 1; number <= 49; number++) await add({ title: `Wrap ${number}`, category })
    const path = '/pieces/Wraps%20%26%20more'
    const wraps = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `Wrap ${from - index}`)
    const first = await readList(path)
    assert.match(first.title, /^Wraps & more · /)
    assert.equal(first.total, '49 pieces')
    assert.deepEqual([first.cards, [...first.pages.keys()]], [wraps(49, 26), ['Older pieces']])
    const second = await readList(first.pages.get('Older pieces') ?? '')
    assert.deepEqual(second.cards, wraps(25, 2))
    await add({ title: 'Meanwhile', category })
    const third = await readList(second.pages.get('Older pieces') ?? '')
    assert.deepEqual([third.cards, [...third.pages.keys()]], [wraps(1, 1), ['First page', 'Newer pieces']])
    assert.deepEqual((await readList(third.pages.get('Newer pieces') ?? '')).cards, wraps(25, 2))
    assert.equal(second.pages.get('First page'), path)
    const again = await readList(path)
    assert.deepEqual([again.cards[0], again.total], ['Meanwhile', '50 pieces'])
  })

  test('filters have counts; each chip of a filtered list leads to the list without that filter', async () => {
    const category = 'Filtered'
    await add({ title: 'Small', category, size: 'S / M', color: 'Rust', price: 5000 })
    await add({ title: 'Cheap', category, size: 'M', color: 'Rust, Ivory', price: 3000 })
    await add({ title: 'Large', category, size: 'L', color: 'Rust', price: 4000 })
    await add({ title: 'No price', category, size: 'M', color: 'Rust' })
    const all = await readList('/pieces/Filtered')
    assert.deepEqual([all.cards, all.robots], [['No price', 'Large', 'Cheap', 'Small'], ''])
    for (const option of ['Any size', 'S (1)', 'M (3)', 'L (1)']) assert.ok(all.options.includes(option), option)

    const address = '/pieces/Filtered?size=M&color=Rust&min=3000&sort=price'
    const found = await readList(address)
    assert.deepEqual([found.cards, found.total], [['Cheap', 'Small'], '2 pieces'])
    assert.deepEqual([found.canonical, found.robots], [address, 'noindex, follow'])
    assert.deepEqual(found.chosen, [
      ['Remove Size: M', '/pieces/Filtered?color=Rust&min=3000&sort=price'],
      ['Remove Color: Rust', '/pieces/Filtered?size=M&min=3000&sort=price'],
      ['Remove From LKR 3,000', '/pieces/Filtered?size=M&color=Rust&sort=price'],
      ['Clear all', '/pieces/Filtered'],
    ])
    const wider = await readList(found.chosen[0]?.[1] ?? '')
    assert.deepEqual([wider.cards, wider.chosen.length], [['Cheap', 'Large', 'Small'], 3])
  })

  test('a search marks its words, leads to what it was corrected to, or to all that there is', async () => {
    await add({ title: 'Quilted Waistcoat', tagline: 'A quilt to wear', category: 'Waistcoats' })
    const found = await readList('/pieces?q=quilt&sort=best')
    assert.match(found.title, /^'quilt' · All pieces · /)
    assert.deepEqual([found.cards, found.marks], [['Quilted Waistcoat'], ['Quilt', 'quilt']])
    assert.deepEqual([found.canonical, found.search], ['/pieces?q=quilt&sort=best', 'Search all pieces'])

    const corrected = await readList('/pieces?q=qjilted&sort=best')
    assert.equal(corrected.message, "No pieces for 'qjilted'. Showing 'quilted'.")
    assert.deepEqual(corrected.cards, ['Quilted Waistcoat'])
    assert.equal(corrected.links.get("'quilted'"), '/pieces?q=quilted&sort=best')

    for (const words of ['zebra', '?!']) {
      const none = await readList(`/pieces?q=${encodeURIComponent(words)}`)
      assert.ok(none.message.startsWith(`No pieces for '${words}'.`), none.message)
      assert.equal(none.total, '', 'it would say the same again')
      assert.deepEqual(none.cards, [])
      assert.ok(none.headings.includes('Newest pieces'))
      assert.equal(none.links.get('Waistcoats 1'), '/pieces/Waistcoats')
    }
    assert.equal((await readList('/pieces/Waistcoats')).category, 'Waistcoats 1')
    const elsewhere = await readList('/pieces/Waistcoats?q=scarf')
    assert.equal(elsewhere.links.get("Search all pieces for 'scarf'"), '/pieces?q=scarf')
  })
})

describe('a list without pieces', () => {
  const linksTo = (html: string) => {
    const [, message = ''] = /<div data-part="message">(.*?)<\/div>/s.exec(html) ?? []
    return [...message.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href)
  }
  const headingOf = (html: string) =>
    readElements(html).find(({ attributes }) => attributes['id'] === 'pieces-title')?.text

  for (const [path, heading, links] of [
    ['/pieces?q=zebra', "Results for 'zebra'", ['/pieces']],
    ['/pieces?q=zebra&size=M', "Results for 'zebra'", ['/pieces?q=zebra']],
    ['/pieces/Hats?q=zebra', "Results for 'zebra' in Hats", ['/pieces?q=zebra']],
    ['/pieces?min=999999', 'All pieces', ['/pieces']],
    ['/pieces/Hats?min=999999', 'Hats', ['/pieces/Hats']],
  ] as const) {
    test(`${path} is headed '${heading}' and has a next step`, async () => {
      const { html } = await read(path)
      assert.equal(headingOf(html), heading)
      assert.deepEqual(linksTo(html), links)
      assert.match(html, /Newest pieces/)
    })
  }

  test('an empty shop leads home, and its owners to their first piece', async () => {
    await using empty = await host.open()
    const html = await (await fetch(`${empty.url}/pieces`)).text()
    assert.match(html, /No items yet\./)
    assert.deepEqual(linksTo(html), ['/', '/create'])
    assert.match(html, /<a class="[^"]*\bowner-only" href="\/create">Add item</)
  })
})

describe('searches', () => {
  const crawler = { 'User-Agent': 'facebookexternalhit/1.1' }

  const assertBusy = async (answer: Response) => {
    assert.equal(answer.status, 503)
    assert.match(answer.headers.get('Retry-After') ?? '', /^[1-9]\d*$/)
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
    assert.match(
      await answer.text(),
      /<header.*The shop is busy\. Please try again in a moment\..*<a class="button" href="">Try again<.*<footer/s,
    )
  }

  test('an address that has used up its time is refused, apart from cached lists and the first pages', async () => {
    await using limited = await startShop({
      script: 'test/kit/shop/shop-with-paused-reads.ts',
      env: { SHOP_TRUST_PROXY: '1' },
    })
    const ask = (path: string, address = '203.0.113.7') =>
      fetch(limited.url + path, { headers: { 'X-Forwarded-For': address } })
    const cached = '/pieces?q=cached'
    assert.equal((await ask(cached)).status, 200)
    await send(limited, 'occupy')
    assert.equal((await ask('/pieces?q=long')).status, 200)
    await send(limited, 'resume')

    await assertBusy(await ask('/pieces?q=other'))
    await assertBusy(await ask('/enquiry?pieces=a'))
    assert.equal((await ask('/qr/a.svg')).status, 503)
    const api = await ask('/api/items?q=other')
    assert.deepEqual([api.status, ((await api.json()) as { error: { code: string } }).error.code], [503, 'shop-busy'])
    for (const path of [
      '/pieces',
      cached,
      cached.toUpperCase().replace('/PIECES?Q', '/pieces?q'),
      '/api/items',
      '/',
      '/enquiry',
    ]) {
      assert.equal((await ask(path)).status, 200, path)
    }
    assert.equal((await ask('/pieces?sort=x')).status, 404)
    assert.equal((await ask('/pieces?min=1', '203.0.113.8')).status, 200)
  })

  test(
    'one is rendered at a time, twenty wait, and more get the page of a busy shop',
    { timeout: 60_000 },
    async () => {
      await using paused = await startShop({
        script: 'test/kit/shop/shop-with-paused-reads.ts',
        env: { SHOP_TRUST_PROXY: '1' },
      })
      await (await fetch(`${paused.url}/pieces`)).text()
      await send(paused, 'pause')
      const busy: Response[] = []
      const { promise: areRefused, resolve } = Promise.withResolvers<void>()
      const searches = Array.from({ length: 30 }, async (_, n) => {
        const client = { 'X-Forwarded-For': `203.0.113.${n}` }
        const answer = await fetch(`${paused.url}/pieces?q=${n}`, { headers: { ...crawler, ...client } })
        if (answer.status === 503) busy.push(answer)
        if (busy.length === 9) resolve()
        return answer
      })
      await areRefused
      assert.equal((await fetch(`${paused.url}/pieces`)).status, 200)
      await send(paused, 'resume')
      const statuses = (await Promise.all(searches)).map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 200).length, 21)
      for (const answer of busy) await assertBusy(answer)
    },
  )
})

function send({ child }: ShopProcess, command: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('message', () => resolve())
  child.send(command)
  return promise
}
