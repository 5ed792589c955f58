import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import {
  createOwner,
  createAccounts,
  type TokensByRole,
  statusOfRemovedOwner,
  type Role,
  type TestShop,
} from '../kit/accounts.ts'
import { findItem, sendItem, signUp, type NewItem, type ApiItem } from '../kit/api-client.ts'
import { sendHalf } from '../kit/http/half-sent-request.ts'
import { callApi, listManaged, type ApiCall, type ManagedItem } from '../kit/manage-client.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** Everything that owners do with items, in this order; each but those that read changes something. */
const actions: Readonly<Record<string, (item: Pick<ManagedItem, 'id' | 'version'>) => ApiCall>> = {
  'list all': () => ({ method: 'GET', path: '/manage/items' }),
  'read one': ({ id }) => ({ method: 'GET', path: `/manage/items/${id}` }),
  'list the categories': () => ({ method: 'GET', path: '/manage/categories' }),
  'rename a category': () => ({
    method: 'POST',
    path: '/manage/categories/rename',
    body: { from: 'Knits', to: 'Hats' },
  }),
  'read the names of a category': () => ({ method: 'GET', path: '/manage/category-names?category=Hats' }),
  'name a category': () => ({
    method: 'PUT',
    path: '/manage/category-names',
    body: { category: 'Hats', names: { si: 'තොප්පි' } },
  }),
  'change the fields': ({ id, version }) => ({
    method: 'PUT',
    path: `/items/${id}`,
    body: { ...newItem, title: `Version ${version}` },
    version,
  }),
  'mark as sold': ({ id, version }) => ({ method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version }),
  hide: ({ id, version }) => ({ method: 'PATCH', path: `/items/${id}`, body: { hidden: true }, version }),
  remove: ({ id }) => ({ method: 'DELETE', path: `/items/${id}` }),
  restore: ({ id }) => ({ method: 'POST', path: `/items/${id}/restore` }),
}

/** The status of each action by role, in a shop that has owners. */
const tableOf = (backend: string): Readonly<Record<Role | 'nobody', 200 | 401 | 403>> => ({
  nobody: 401,
  'anonymous visitor': 403,
  'signed in with a password, not an owner': 403,
  'removed owner with a token from before': statusOfRemovedOwner(backend),
  'owner after a reset, with a token from before': 401,
  owner: 200,
})

/** Who may change items and what changes, through the API of the running shop. Each backend runs this suite. */
export function testManagingItems(backend: string, shop: TestShop): void {
  describe(`${backend}: managing items`, () => {
    let people: TokensByRole
    /** Statuses with and without a token while the shop was unclaimed. */
    const unclaimed: Record<string, readonly [number, number]> = {}
    let added: ApiItem
    let addedBeforeClaim: ApiItem
    let id: string

    before(async () => {
      const { idToken } = await signUp(shop.identityUrl)
      added = (await (await sendItem(shop.url, idToken, newItem)).json()) as ApiItem
      id = added.id
      for (const [action, toCall] of Object.entries(actions)) {
        const call = toCall({ id, version: '1' })
        const answers = [await callApi(shop.url, idToken, call), await callApi(shop.url, undefined, call)] as const
        unclaimed[action] = [answers[0].status, answers[1].status]
      }
      addedBeforeClaim = await findItem(shop.url, id)
      people = await createAccounts(shop)
    })
    after(() => shop[Symbol.asyncDispose]())

    const callAsOwner = (call: ApiCall) => callApi(shop.url, people.owner, call)
    const present = async () => {
      const item = (await listManaged(shop.url, people.owner)).find((one) => one.id === id)
      assert.ok(item)
      return item
    }

    for (const action of Object.keys(actions)) {
      test(`${action}, unclaimed shop: 403, and 401 without a token`, () => {
        assert.deepEqual(unclaimed[action], [403, 401])
      })
    }

    test('unclaimed shop: refused requests change nothing', () => assert.deepEqual(addedBeforeClaim, added))

    for (const [action, toCall] of Object.entries(actions)) {
      for (const [role, status] of Object.entries(tableOf(backend)) as [Role | 'nobody', number][]) {
        test(`${action}, ${role}: ${status}`, async () => {
          const item = await present()
          const answer = await callApi(shop.url, role === 'nobody' ? undefined : people[role], toCall(item))
          assert.equal(answer.status, status)
          assert.equal(answer.headers.get('cache-control'), status === 200 ? 'no-store' : null)
          const { error } = (await answer.json()) as { error?: { message: string } }
          if (status === 200) return
          assert.match(error?.message ?? '', /^\S.*\.$/)
          assert.deepEqual(await present(), item)
        })
      }
    }

    test('PUT /api/items/:id: visitors see the change at once, and the rules of a new item apply', async () => {
      const { version } = await present()
      const shown = await callAsOwner({ method: 'PATCH', path: `/items/${id}`, body: { hidden: false }, version })
      const { version: next } = (await shown.json()) as ManagedItem
      assert.equal(shown.headers.get('etag'), `"${next}"`)
      const put = (body: unknown) => callAsOwner({ method: 'PUT', path: `/items/${id}`, body, version: next })
      assert.equal((await put({ ...newItem, price: -1 })).status, 422)
      assert.equal((await put({ ...newItem, title: ' Changed ', price: 900 })).status, 200)
      const seen = (await (await fetch(`${shop.url}/api/items/${id}`)).json()) as NewItem
      assert.deepEqual(
        [seen['title'], seen['sold'], 'version' in seen, 'hidden' in seen],
        ['Changed', true, false, false],
      )
      const page = await (await fetch(`${shop.url}/item/${id}`)).text()
      assert.match(page, /Changed[^]*Sold/)
      assert.match(page, /<script type="application\/ld\+json">[^<]*"https:\/\/schema\.org\/SoldOut"/)
      const wish = encodeURIComponent('love one like "Changed"')
      assert.match(page, new RegExp(`wa\\.me/\\d+\\?text=[^"]*${wish}[^"]*"[^]*>Ask for one like this on WhatsApp<`))
      assert.match(await (await fetch(shop.url)).text(), /Changed[^]*Sold/)
    })

    test('PUT /api/items/:id: details that a client does not know stay, and null removes them', async () => {
      const details = { weeksToMake: 3, yarn: 'Merino', madeToOrder: true, focus: { x: 40, y: 25 } }
      const put = async (body: object) => {
        const { version } = await present()
        const answer = await callAsOwner({ method: 'PUT', path: `/items/${id}`, body, version })
        const { weeksToMake, yarn, madeToOrder, focus, title } = (await answer.json()) as ManagedItem
        return { weeksToMake, yarn, madeToOrder, focus, title }
      }
      await put({ ...newItem, ...details })
      assert.deepEqual(await put({ ...newItem, title: 'By an old page' }), { ...details, title: 'By an old page' })
      const none = { weeksToMake: null, yarn: null, madeToOrder: false, focus: null, title: 'Without' }
      assert.deepEqual(await put({ ...newItem, ...none }), none)
    })

    test('PUT /api/items/:id: an edit conflict is answered 412 with the current item', async () => {
      const { version } = await present()
      const rename = (title: string) =>
        callAsOwner({ method: 'PUT', path: `/items/${id}`, body: { ...newItem, title }, version })
      assert.equal((await rename('First')).status, 200)
      const refused = await rename('Second')
      assert.equal(refused.status, 412)
      const { error, item } = (await refused.json()) as { error: { code: string }; item: ManagedItem }
      assert.deepEqual([error.code, item.title], ['item-changed', 'First'])
      assert.equal(refused.headers.get('etag'), `"${item.version}"`)
      assert.deepEqual(await present(), item)
    })

    test('an owner who is removed while the body is being sent is refused', async () => {
      const former = await createOwner(shop, 'slow@example.com')
      const { version } = await present()
      const headers = { Authorization: `Bearer ${former}`, 'If-Match': `"${version}"`, 'Upload-Offset': '0' }
      const fields = JSON.stringify({ ...newItem, title: 'By a former owner' })
      const photo = `/api/photos/${'0'.repeat(64)}`
      const halves = await Promise.all(
        [
          { method: 'PUT', path: `/api/items/${id}`, body: fields },
          { method: 'PATCH', path: `/api/items/${id}`, body: '{"hidden":true}' },
          { method: 'POST', path: '/api/items', body: fields },
          { method: 'PUT', path: photo, body: 'no photo at all' },
          { method: 'PATCH', path: photo.replaceAll('0', '1'), body: 'no photo at all' },
        ].map((request) => sendHalf(shop.url, { ...request, headers })),
      )
      const unchanged = await listManaged(shop.url, people.owner)
      await shop.changeOwner('remove', 'slow@example.com')
      const statuses = await Promise.all(halves.map((half) => half.finish()))
      assert.deepEqual(statuses, Array(5).fill(statusOfRemovedOwner(backend)))
      assert.deepEqual(await listManaged(shop.url, people.owner), unchanged)
    })

    test('PATCH /api/items/:id: a change without If-Match is answered 428', async () => {
      const answer = await callAsOwner({ method: 'PATCH', path: `/items/${id}`, body: { sold: false } })
      assert.equal(answer.status, 428)
    })

    test('PATCH /api/items/:id: madeToOrder is set, with other states', async () => {
      const { version } = await present()
      const patch = (body: object, at: string) =>
        callAsOwner({ method: 'PATCH', path: `/items/${id}`, body, version: at })
      const made = (await (await patch({ madeToOrder: true, sold: false }, version)).json()) as ManagedItem
      const seen = (await (await fetch(`${shop.url}/api/items/${id}`)).json()) as NewItem
      assert.deepEqual([made.madeToOrder, seen['madeToOrder'], seen['sold']], [true, true, false])
      assert.equal((await patch({ madeToOrder: false, sold: true }, made.version)).status, 200)
    })

    for (const body of [
      {},
      { sold: 'yes' },
      { madeToOrder: 1 },
      { sold: true, title: 'Other' },
      { reserved: false, reservedNote: 'for Ama' },
      { reserved: true, reservedUntil: '2020-01-01' },
      [],
      null,
      { removedAt: null },
    ]) {
      test(`PATCH /api/items/:id: ${JSON.stringify(body)} is not a state: 422`, async () => {
        const { version } = await present()
        assert.equal((await callAsOwner({ method: 'PATCH', path: `/items/${id}`, body, version })).status, 422)
      })
    }

    for (const state of ['hidden', 'removed'] as const) {
      test(`a ${state} item is not visible to visitors until it is restored`, async () => {
        const { version } = await present()
        const path = `/items/${id}`
        const set = (isSo: boolean) => {
          if (state === 'hidden') return present().then((item) => hide(item, isSo))
          return callAsOwner(isSo ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/restore` })
        }
        const hide = (item: ManagedItem, hidden: boolean) =>
          callAsOwner({ method: 'PATCH', path, body: { hidden }, version: item.version })
        const isSeen = async () => {
          const [list, pieces] = await Promise.all(
            ['/api/items', '/pieces'].map(async (at) => (await fetch(shop.url + at)).text()),
          )
          const statuses = await Promise.all(
            [`/item/${id}`, `/api/items/${id}`].map(async (at) => (await fetch(shop.url + at)).status),
          )
          return [list?.includes(id), pieces?.includes(id), ...statuses]
        }
        assert.deepEqual(await isSeen(), [true, true, 200, 200])
        assert.equal((await set(true)).status, 200)
        assert.deepEqual(await isSeen(), [false, false, 404, 404])
        assert.notEqual((await present()).version, version)
        assert.equal((await set(false)).status, 200)
        assert.deepEqual(await isSeen(), [true, true, 200, 200])
      })
    }

    test('changes to an unknown item are answered 404', async () => {
      const path = '/items/AAAAAAAAAAAAAAAAAAAA'
      for (const call of [
        { method: 'PUT', path, body: newItem, version: '1' },
        { method: 'PATCH', path, body: { sold: true }, version: '1' },
        { method: 'DELETE', path },
        { method: 'POST', path: `${path}/restore` },
      ]) {
        assert.equal((await callAsOwner(call)).status, 404)
      }
    })

    describe('a removed item', () => {
      const addRemoved = async () => {
        const sent = (await (await sendItem(shop.url, people.owner, newItem)).json()) as ApiItem
        assert.equal((await callAsOwner({ method: 'DELETE', path: `/items/${sent.id}` })).status, 200)
        return sent.id
      }
      const visit = async (removed: string) => {
        const [page, answer] = await Promise.all(
          [`/item/${removed}`, `/api/items/${removed}`].map((at) => fetch(shop.url + at)),
        )
        assert.ok(page && answer)
        const isSaidGone = (await page.text()).includes('This piece is no longer available.')
        const { error } = (await answer.json()) as { error: { code: string } }
        return [page.status, isSaidGone, answer.status, error.code]
      }

      test('is answered 404 while it can be restored', async () => {
        assert.deepEqual(await visit(await addRemoved()), [404, true, 404, 'item-not-found'])
      })

      test('is answered 410 after it was purged, to visitors and to owners who restore it', async () => {
        const removed = await addRemoved()
        await shop.purge()
        assert.deepEqual(await visit(removed), [410, true, 410, 'item-gone'])
        assert.equal((await callAsOwner({ method: 'POST', path: `/items/${removed}/restore` })).status, 410)
        assert.equal((await fetch(`${shop.url}/item/${id}`)).status, 200)
      })
    })
  })
}
