import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createOwner, type TestShop } from '../kit/accounts.ts'
import { findItem, sendItem, signUp, type ApiItem } from '../kit/api-client.ts'
import { callApi, changeSettings, listPage, type ManagedItem } from '../kit/manage-client.ts'

/** In the private note alone. */
const needle = 'zzneedle'
const note = `Kept for ${needle}, 077 123`
const far = '2099-12-31'
const newItem = {
  title: 'Ivory Beanie',
  category: 'Hats',
  size: 'M / L',
  price: 4_500,
  imageUrl: 'https://example.com/a.jpg',
}

/** How to look into a shop from outside. */
export interface ReservationsUnderTest {
  readonly shop: TestShop
  /** What the shop has logged so far. */
  readonly output: () => string
  /** Makes the last day of a reservation one that has passed, as if no process had run since, and runs one. */
  readonly passLastDay: (id: string) => Promise<void>
}

/** Reserved items through the API and the pages of a running shop. Each backend runs this suite. */
export function testReservations(backend: string, open: () => Promise<ReservationsUnderTest>): void {
  describe(`${backend}: reserved items`, () => {
    let tested: ReservationsUnderTest
    let url: string
    let owner: string
    let item: ApiItem

    before(async () => {
      tested = await open()
      ;({ url } = tested.shop)
      owner = await createOwner(tested.shop, 'owner@example.com')
      await changeSettings(url, owner, { whatsapp: '94771234568', whoMayAdd: 'anyone' })
      item = (await (await sendItem(url, owner, newItem)).json()) as ApiItem
    })
    after(() => tested.shop[Symbol.asyncDispose]())

    const present = async () => {
      const answer = await callApi(url, owner, { method: 'GET', path: `/manage/items/${item.id}` })
      return (await answer.json()) as ManagedItem
    }
    const patch = async (body: object, version?: string) =>
      callApi(url, owner, {
        method: 'PATCH',
        path: `/items/${item.id}`,
        body,
        version: version ?? (await present()).version,
      })
    const read = async (path: string) => (await fetch(url + path)).text()
    const countAvailable = async () => (JSON.parse(await read('/api/items?available=1')) as { total: number }).total

    test('a stranger’s new piece is not reserved, whatever was sent', async () => {
      const { idToken } = await signUp(tested.shop.identityUrl)
      const reservation = { reserved: true, reservedUntil: far, reservedNote: note }
      const added = await sendItem(url, idToken, { ...newItem, title: 'Of a stranger', ...reservation })
      assert.equal(added.status, 201)
      const { id, reserved } = (await added.json()) as ApiItem
      assert.equal(reserved, false)
      const answer = await callApi(url, owner, { method: 'GET', path: `/manage/items/${id}` })
      const stored = (await answer.json()) as ManagedItem
      assert.deepEqual([stored['reserved'], stored['reservedUntil'], stored['reservedNote']], [false, null, null])
      await callApi(url, owner, { method: 'DELETE', path: `/items/${id}` })
    })

    test('of two tabs that reserve the same version, one is refused with what the other one wrote', async () => {
      const { version } = await present()
      const reserve = (reservedNote: string) => patch({ reserved: true, reservedUntil: far, reservedNote }, version)
      assert.equal((await reserve(note)).status, 200)
      const refused = await reserve('for another')
      assert.equal(refused.status, 412)
      assert.equal(((await refused.json()) as { item: ManagedItem }).item['reservedNote'], note)
    })

    test('a change of the form keeps the reservation', async () => {
      const { version } = await present()
      const saved = await callApi(url, owner, { method: 'PUT', path: `/items/${item.id}`, body: newItem, version })
      assert.equal(((await saved.json()) as ManagedItem)['reservedNote'], note)
    })

    test('visitors read that it is reserved, ask to be next, and do not find it among those they can get', async () => {
      const page = await read(`/item/${item.id}`)
      assert.match(page, />Reserved</)
      assert.match(page, /Ask to be next on WhatsApp/)
      assert.ok(page.includes(encodeURIComponent('I know that it is reserved: may I be next?')))
      assert.match(page, /schema\.org\/OutOfStock/)
      assert.match(await read('/pieces'), />Reserved</)
      assert.equal(await countAvailable(), 0)
      assert.equal((await findItem(url, item.id)).reserved, true)
    })

    test('owners find it by its note, and among the reserved ones', async () => {
      for (const query of [`?q=${needle}`, '?q=beanie%20zznee', '?state=reserved']) {
        const { items } = await listPage(url, owner, query)
        assert.deepEqual([items.length, items[0]?.['reservedNote']], [1, note], query)
      }
    })

    test('no public answer and no log has the note or the last day', async () => {
      const { idToken } = await signUp(tested.shop.identityUrl)
      const asOther = (path: string) => callApi(url, idToken, { method: 'GET', path })
      const paths = [
        '/',
        '/pieces',
        '/pieces/Hats',
        `/pieces?q=beanie`,
        `/item/${item.id}`,
        '/sitemap.xml',
        '/robots.txt',
      ]
      const apiPaths = ['/api/items', `/api/items/${item.id}`, '/api/items?q=beanie', '/api/items?category=Hats']
      const answers = await Promise.all([...paths, ...apiPaths].map(read))
      const refused = await Promise.all([asOther('/manage/items'), asOther(`/manage/items/${item.id}`)])
      for (const answer of refused) answers.push(await answer.text())
      assert.doesNotMatch(answers.join('\n') + tested.output(), new RegExp(`${needle}|${far}`))
      // A search says which words it was given.
      const searches = await Promise.all([`/api/items?q=${needle}`, `/api/items?q=zzneedl`].map(read))
      for (const found of searches) assert.deepEqual((JSON.parse(found) as { items: [] }).items, [])
      assert.doesNotMatch(searches[1] ?? '', new RegExp(needle))
      const { suggestions = [] } = JSON.parse(await read('/api/suggestions')) as { suggestions?: unknown[] }
      assert.doesNotMatch(JSON.stringify(suggestions), new RegExp(needle))
    })

    test('a reservation whose last day has passed while no process ran ends at the start, note and all', async () => {
      const { version } = await present()
      await tested.passLastDay(item.id)
      while ((await findItem(url, item.id)).reserved);
      const freed = await present()
      assert.deepEqual([freed['reservedUntil'], freed['reservedNote']], [null, null])
      assert.notEqual(freed.version, version)
      assert.doesNotMatch(await read(`/item/${item.id}`), />Reserved</)
      assert.equal(await countAvailable(), 1)
      assert.equal((await listPage(url, owner, `?q=${needle}`)).items.length, 0)
    })
  })
}
