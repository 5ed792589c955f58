import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createOwner, type TestShop } from '../kit/accounts.ts'
import { sendItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { callApi, changeSettings, listPage, listPages, type ApiCall, type ManagedItem } from '../kit/manage-client.ts'

const imageUrl = 'https://example.com/a.jpg'

/** How owners find items in a shop of more than a page, and rename categories. Each backend runs this suite. */
export function testFindingItems(backend: string, shop: TestShop): void {
  describe(`${backend}: finding items`, () => {
    let owner: string

    before(async () => {
      await addAll(110)
      owner = await createOwner(shop, 'owner@example.com')
    })
    after(() => shop[Symbol.asyncDispose]())

    /** Adds items as new visitors: an account may add 120 an hour. */
    async function addAll(count: number): Promise<void> {
      const { idToken } = await signUp(shop.identityUrl)
      for (let number = 1; number <= count; number++) await add(idToken, { title: `Scarf ${number}` })
    }

    async function add(idToken: string, fields: object): Promise<ApiItem> {
      const answer = await sendItem(shop.url, idToken, { imageUrl, ...fields })
      assert.equal(answer.status, 201)
      return (await answer.json()) as ApiItem
    }

    const call = async (request: ApiCall) => {
      const answer = await callApi(shop.url, owner, request)
      return { answer, body: (await answer.json()) as Record<string, unknown> }
    }
    const list = async (query: string) => (await listPages(shop.url, owner, query)).map(({ title }) => title)
    const setState = async (item: ApiItem, body: object) => {
      const { body: found } = await call({ method: 'GET', path: `/manage/items/${item.id}` })
      const { answer } = await call({
        method: 'PATCH',
        path: `/items/${item.id}`,
        body,
        version: found['version'] as string,
      })
      assert.equal(answer.status, 200)
    }

    test('GET /api/manage/items: 100 at a time, newest first; items added meanwhile repeat and hide none', async () => {
      const first = await listPage(shop.url, owner)
      assert.deepEqual([first.items.length, first.total, first.counts['all']], [100, 110, 110])
      assert.match(first.next ?? '', /^\/api\/manage\/items\?after=\d+$/)
      const { id } = await add(owner, { title: 'Added meanwhile' })
      const second = await listPage(shop.url, owner, first.next?.replace('/api/manage/items', ''))
      assert.deepEqual([second.items.length, second.total, second.next], [10, 111, undefined])
      const titles = [...first.items, ...second.items].map(({ title }) => title)
      assert.deepEqual(
        titles,
        Array.from({ length: 110 }, (_, index) => `Scarf ${110 - index}`),
      )
      assert.equal((await listPage(shop.url, owner)).items[0]?.id, id)
    })

    test('GET /api/manage/items: q and state are combined, on further pages too; counts are of all items', async () => {
      const fields = { category: 'Found', color: 'Navy' }
      const [sold, hidden, made, both, removed] = [
        await add(owner, { ...fields, title: 'Sold one' }),
        await add(owner, { ...fields, title: 'Hidden one' }),
        await add(owner, { ...fields, title: 'Made one', madeToOrder: true }),
        await add(owner, { ...fields, title: 'Both one', madeToOrder: true }),
        await add(owner, { ...fields, title: 'Removed one' }),
      ]
      await setState(sold, { sold: true })
      await setState(hidden, { hidden: true })
      await setState(both, { sold: true, hidden: true })
      await call({ method: 'DELETE', path: `/items/${removed.id}` })
      assert.deepEqual(await list('?q=NAVY%20one'), ['Both one', 'Made one', 'Hidden one', 'Sold one'])
      assert.deepEqual(await list('?q=found&state=sold'), ['Both one', 'Sold one'])
      assert.deepEqual(await list('?q=nav&state=hidden'), ['Both one', 'Hidden one'])
      assert.deepEqual(await list('?state=madeToOrder'), [made.title])
      assert.deepEqual(await list('?state=removed'), ['Removed one'])
      assert.deepEqual(await list('?q=navy&state=available'), [])
      assert.equal((await list('?q=scarf&state=available&fbclid=1')).length, 110)
      const { counts, total } = await listPage(shop.url, owner, '?q=navy&state=sold')
      assert.deepEqual(counts, {
        all: 115,
        available: 111,
        madeToOrder: 1,
        reserved: 0,
        sold: 2,
        hidden: 2,
        removed: 1,
      })
      assert.equal(total, 2)
    })

    test('GET /api/manage/items: an item’s id or link finds it, in each of its states', async () => {
      const { items } = await listPage(shop.url, owner, '?q=Scarf%2017')
      const { id = '', title } = items[0] ?? {}
      assert.equal(title, 'Scarf 17')
      const link = `https://shop.example/item/${id}`
      for (const typed of [id, link, `${link}/?fbclid=IwAR0#photo-2`]) {
        const page = await listPage(shop.url, owner, `?${new URLSearchParams({ q: typed }).toString()}`)
        assert.deepEqual([page.items.map((item) => item.id), page.total], [[id], 1])
      }
      assert.deepEqual(await list(`?q=${id}&state=available`), ['Scarf 17'])
      for (const state of ['sold', 'removed']) assert.deepEqual(await list(`?q=${id}&state=${state}`), [])
    })

    for (const query of ['state=gone', 'after=x', 'after=1.5', 'after=99999999999999999999', 'q=a&q=b']) {
      test(`GET /api/manage/items?${query}: 400 with a message`, async () => {
        const { answer, body } = await call({ method: 'GET', path: `/manage/items?${query}` })
        const { code, message } = body['error'] as { code: string; message: string }
        assert.deepEqual([answer.status, code], [400, 'invalid-request'])
        assert.match(message, /^Give each parameter once: q, state/)
      })
    }

    test('GET /api/manage/items/:id: an item in any state, with its version; 404 without one', async () => {
      const { id } = await add(owner, { title: 'Found by its id' })
      await call({ method: 'DELETE', path: `/items/${id}` })
      const { answer, body } = await call({ method: 'GET', path: `/manage/items/${id}` })
      const { title, version, removedAt } = body as unknown as ManagedItem
      assert.deepEqual(
        [title, answer.headers.get('etag'), answer.headers.get('cache-control')],
        ['Found by its id', `"${version}"`, 'no-store'],
      )
      assert.notEqual(removedAt, null)
      for (const missing of ['AAAAAAAAAAAAAAAAAAAA', '__x__', 'a%2Fb', '..%2Fx']) {
        assert.equal((await callApi(shop.url, owner, { method: 'GET', path: `/manage/items/${missing}` })).status, 404)
      }
    })

    describe('renaming a category', () => {
      const rename = async (body: unknown) => call({ method: 'POST', path: '/manage/categories/rename', body })
      const categories = async () => {
        const { body } = await call({ method: 'GET', path: '/manage/categories' })
        const all = body['categories'] as { name: string; count: number }[]
        return Object.fromEntries(all.map(({ name, count }) => [name, count]))
      }

      test('changes all its items, hidden and removed ones too; visitors see it at once, also after a merge', async () => {
        const shown = await add(owner, { title: 'Shown hat', category: 'Hats' })
        const other = await add(owner, { title: 'Other hat', category: 'hats' })
        assert.equal(other.category, 'Hats')
        const hidden = await add(owner, { title: 'Hidden hat', category: 'Hats' })
        const beanie = await add(owner, { title: 'Beanie', category: 'Beanies' })
        await setState(hidden, { hidden: true })
        await call({ method: 'DELETE', path: `/items/${other.id}` })
        const page = async (id: string) => (await fetch(`${shop.url}/item/${id}`)).text()
        assert.match(await page(shown.id), /Hats/)
        assert.deepEqual(await categories(), { ...(await categories()), Hats: 1, Beanies: 1 })

        const { answer, body } = await rename({ from: ' HATS', to: 'beanies ' })
        const merged = { name: 'Beanies', count: 2 }
        assert.deepEqual([answer.status, body], [200, { changed: 3, isDone: true, category: merged }])
        const left = await categories()
        assert.deepEqual([left['Hats'], left['Beanies']], [undefined, 2])
        const categoryOf = async ({ id }: ApiItem) =>
          (await call({ method: 'GET', path: `/manage/items/${id}` })).body['category']
        assert.deepEqual(await Promise.all([shown, other, hidden, beanie].map(categoryOf)), Array(4).fill('Beanies'))
        assert.doesNotMatch(await page(shown.id), /Hats/)
        assert.deepEqual((await rename({ from: 'Hats', to: 'Beanies' })).body, {
          changed: 0,
          isDone: true,
          category: merged,
        })
        const respelt = await rename({ from: 'Beanies', to: 'BEANIES' })
        assert.deepEqual(respelt.body, { changed: 4, isDone: true, category: { name: 'BEANIES', count: 2 } })
        assert.equal((await categories())['BEANIES'], 2)
      })

      test('names in other languages show on every page in them, at one address, and renaming carries them', async () => {
        await changeSettings(shop.url, owner, { languages: ['en', 'si'] })
        const { id } = await add(owner, { title: 'Long muffler', category: 'Mufflers' })
        const path = '/manage/category-names'
        const name = (category: string, names: object) => call({ method: 'PUT', path, body: { category, names } })
        const page = async (where: string) => (await fetch(shop.url + where)).text()
        assert.doesNotMatch(await page(`/si/item/${id}`), /බෙල්ලේ ශාල්/)
        assert.deepEqual((await name('MUFFLERS', { si: ' බෙල්ලේ ශාල් ' })).body, { names: { si: 'බෙල්ලේ ශාල්' } })
        for (const where of ['/si', `/si/item/${id}`, '/si/pieces', '/si/pieces/Mufflers']) {
          assert.match(await page(where), /බෙල්ලේ ශාල්/, where)
        }
        assert.match(await page('/si/pieces/Mufflers'), /<title>බෙල්ලේ ශාල් ·[^]*<h2 id="pieces-title">බෙල්ලේ ශාල්<\/h2>/)
        assert.match(await page('/si/pieces'), /href="\/si\/pieces\/Mufflers"[^>]*>බෙල්ලේ ශාල්/)
        for (const where of ['/', `/item/${id}`, '/pieces/Mufflers'])
          assert.doesNotMatch(await page(where), /බෙල්ලේ/, where)

        await rename({ from: 'Mufflers', to: 'Neckwear' })
        assert.match(await page('/si/pieces/Neckwear'), /<h2 id="pieces-title">බෙල්ලේ ශාල්<\/h2>/)
        const left = await call({ method: 'GET', path: `${path}?category=mufflers` })
        assert.deepEqual([left.answer.status, left.body], [200, { names: {} }])
        const refused = await name('Neckwear', { si: 'x'.repeat(61) })
        assert.equal(refused.answer.status, 422)
        assert.deepEqual((refused.body['error'] as { fields: unknown }).fields, {
          si: 'Too long: please use 60 characters or fewer.',
        })
        await name('Neckwear', { si: '' })
        assert.doesNotMatch(await page('/si/pieces/Neckwear'), /බෙල්ලේ/)
        await changeSettings(shop.url, owner, { languages: ['en'] })
      })

      for (const [to, message] of [
        ['', 'Enter a name.'],
        ['..', 'Enter a category with letters or digits, such as Scarves.'],
        ['x'.repeat(61), 'Too long: please use 60 characters or fewer.'],
      ] as const) {
        test(`to '${to.slice(0, 5)}' is refused: 422, and nothing changes`, async () => {
          const listed = await categories()
          const { answer, body } = await rename({ from: 'Knits', to })
          assert.equal(answer.status, 422)
          assert.deepEqual((body['error'] as { fields: unknown }).fields, { to: message })
          assert.deepEqual(await categories(), listed)
        })
      }

      test('requests without two names are refused: 422, and bodies that are no JSON: 400', async () => {
        for (const body of [{}, [], 7, { from: '', to: 'Hats' }, { from: ['Knits'], to: 'Hats' }]) {
          assert.equal((await rename(body)).answer.status, 422)
        }
        const answer = await fetch(`${shop.url}/api/manage/categories/rename`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${owner}` },
          body: '{',
        })
        assert.equal(answer.status, 400)
      })
    })

    test('GET /api/suggestions: the categories, sizes and colours of all items, those of most items first', async () => {
      await add(owner, { title: 'Sized', category: 'Found', size: 'S / M', color: 'navy' })
      const answer = await fetch(`${shop.url}/api/suggestions`)
      const { category, size, color } = (await answer.json()) as Record<string, string[]>
      assert.equal(answer.status, 200)
      assert.deepEqual([category?.[0], category?.includes('Found'), category?.includes('Hats')], ['Knits', true, false])
      assert.deepEqual([size, color], [['S / M', 'M', 'S'], ['Navy']])
    })
  })
}
