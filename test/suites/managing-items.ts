import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { becomeOwner, gatherPeople } from '../kit/accounts.ts'
import type { People, Role } from '../kit/accounts.ts'
import { findItem, sendItem, signUp } from '../kit/api-client.ts'
import type { Piece, SentItem } from '../kit/api-client.ts'
import { sendHalf } from '../kit/http/half-sent-request.ts'
import type { ClaimableShop } from './adding-permissions.ts'

/** A piece as its owner gets it. */
export interface ManagedPiece extends Piece {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly sold: boolean
  readonly hidden: boolean
  readonly removedAt: string | null
}

const piece = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly version?: string
}

/** Asks the API, as somebody or as nobody. */
export function ask(url: string, idToken: string | undefined, { method, path, body, version }: Ask): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(idToken !== undefined && { Authorization: `Bearer ${idToken}` }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** All pieces, as an owner gets them. */
export async function listManaged(url: string, idToken: string): Promise<ManagedPiece[]> {
  const answer = await ask(url, idToken, { method: 'GET', path: '/manage/items' })
  return ((await answer.json()) as { items: ManagedPiece[] }).items
}

/** All that owners do with a piece, each of which changes something; in this order. */
const actions: Readonly<Record<string, (item: Pick<ManagedPiece, 'id' | 'version'>) => Ask>> = {
  'list all': () => ({ method: 'GET', path: '/manage/items' }),
  'change the fields': ({ id, version }) => ({
    method: 'PUT',
    path: `/items/${id}`,
    body: { ...piece, title: `Version ${version}` },
    version,
  }),
  'mark as sold': ({ id, version }) => ({ method: 'PATCH', path: `/items/${id}`, body: { sold: true }, version }),
  hide: ({ id, version }) => ({ method: 'PATCH', path: `/items/${id}`, body: { hidden: true }, version }),
  remove: ({ id }) => ({ method: 'DELETE', path: `/items/${id}` }),
  restore: ({ id }) => ({ method: 'POST', path: `/items/${id}/restore` }),
}

/** What each role is answered with, whatever the action, in a shop that has owners. */
const table: Readonly<Record<Role | 'nobody', 200 | 401 | 403>> = {
  nobody: 401,
  'anonymous visitor': 403,
  'signed in with a password, no owner': 403,
  'former owner with a token that says she is one': 403,
  'owner who was reset, with her token from before': 401,
  owner: 200,
}

/** Who may change pieces, and what comes of it, at the API of the running shop: each backend runs all of it. */
export function whoMayManage(backend: string, open: () => Promise<ClaimableShop>): void {
  describe(`${backend}: managing`, () => {
    let shop: ClaimableShop
    let people: People
    /** What somebody new was answered with, and nobody, while nobody had claimed the shop. */
    const unclaimed: Record<string, readonly [number, number]> = {}
    let added: SentItem
    let addedBeforeClaim: SentItem
    let id: string

    before(async () => {
      shop = await open()
      const { idToken } = await signUp(shop.identityUrl)
      added = (await (await sendItem(shop.url, idToken, piece)).json()) as SentItem
      id = added.id
      for (const [action, toAsk] of Object.entries(actions)) {
        const what = toAsk({ id, version: '1' })
        const answers = [await ask(shop.url, idToken, what), await ask(shop.url, undefined, what)] as const
        unclaimed[action] = [answers[0].status, answers[1].status]
      }
      addedBeforeClaim = await findItem(shop.url, id)
      people = await gatherPeople(shop)
    })
    after(() => shop[Symbol.asyncDispose]())

    const askAsOwner = (what: Ask) => ask(shop.url, people.owner, what)
    const present = async () => {
      const item = (await listManaged(shop.url, people.owner)).find((one) => one.id === id)
      assert.ok(item)
      return item
    }

    for (const action of Object.keys(actions)) {
      test(`${action}, in a shop that nobody has claimed: 403, and 401 without a token`, () => {
        assert.deepEqual(unclaimed[action], [403, 401])
      })
    }

    test('nothing came of it', () => assert.deepEqual(addedBeforeClaim, added))

    for (const [action, toAsk] of Object.entries(actions)) {
      for (const [role, status] of Object.entries(table) as [Role | 'nobody', number][]) {
        test(`${action}, ${role}: ${status}`, async () => {
          const item = await present()
          const answer = await ask(shop.url, role === 'nobody' ? undefined : people[role], toAsk(item))
          assert.equal(answer.status, status)
          assert.equal(answer.headers.get('cache-control'), status === 200 ? 'no-store' : null)
          const { error } = (await answer.json()) as { error?: { message: string } }
          if (status === 200) return
          assert.match(error?.message ?? '', /^\S.*\.$/)
          assert.deepEqual(await present(), item)
        })
      }
    }

    test('a piece that is changed is other for visitors at once, with the rules of a new one', async () => {
      const { version } = await present()
      const shown = await askAsOwner({ method: 'PATCH', path: `/items/${id}`, body: { hidden: false }, version })
      const { version: next } = (await shown.json()) as ManagedPiece
      assert.equal(shown.headers.get('etag'), `"${next}"`)
      const put = (body: unknown) => askAsOwner({ method: 'PUT', path: `/items/${id}`, body, version: next })
      assert.equal((await put({ ...piece, price: -1 })).status, 422)
      assert.equal((await put({ ...piece, title: ' Changed ' })).status, 200)
      const seen = (await (await fetch(`${shop.url}/api/items/${id}`)).json()) as Piece
      assert.deepEqual(
        [seen['title'], seen['sold'], 'version' in seen, 'hidden' in seen],
        ['Changed', true, false, false],
      )
      const page = await (await fetch(`${shop.url}/item/${id}`)).text()
      assert.match(page, /Changed[^]*Sold/)
      assert.match(await (await fetch(shop.url)).text(), /Changed[^]*Sold/)
    })

    test('the second of two who change a piece is told, with what the first has made of it', async () => {
      const { version } = await present()
      const rename = (title: string) =>
        askAsOwner({ method: 'PUT', path: `/items/${id}`, body: { ...piece, title }, version })
      assert.equal((await rename('First')).status, 200)
      const refused = await rename('Second')
      assert.equal(refused.status, 412)
      const { error, item } = (await refused.json()) as { error: { code: string }; item: ManagedPiece }
      assert.deepEqual([error.code, item.title], ['item-changed', 'First'])
      assert.equal(refused.headers.get('etag'), `"${item.version}"`)
      assert.deepEqual(await present(), item)
    })

    test('an owner who is removed while a body is on its way is refused: 403', async () => {
      const former = await becomeOwner(shop, 'slow@example.com')
      const { version } = await present()
      const headers = { Authorization: `Bearer ${former}`, 'If-Match': `"${version}"`, 'Upload-Offset': '0' }
      const fields = JSON.stringify({ ...piece, title: 'By a former owner' })
      const photo = `/api/photos/${'0'.repeat(64)}`
      const halves = await Promise.all(
        [
          { method: 'PUT', path: `/api/items/${id}`, body: fields },
          { method: 'PATCH', path: `/api/items/${id}`, body: '{"hidden":true}' },
          { method: 'POST', path: '/api/items', body: fields },
          { method: 'PUT', path: photo, body: 'no photo at all' },
          { method: 'PATCH', path: photo.replaceAll('0', '1'), body: 'no photo at all' },
        ].map((what) => sendHalf(shop.url, { ...what, headers })),
      )
      const unchanged = await listManaged(shop.url, people.owner)
      await shop.command('owner', 'remove', 'slow@example.com')
      const statuses = await Promise.all(halves.map((half) => half.finish()))
      assert.deepEqual(statuses, [403, 403, 403, 403, 403])
      assert.deepEqual(await listManaged(shop.url, people.owner), unchanged)
    })

    test('a change that does not say which version it was made on is refused: 428', async () => {
      const answer = await askAsOwner({ method: 'PATCH', path: `/items/${id}`, body: { sold: false } })
      assert.equal(answer.status, 428)
    })

    for (const body of [{}, { sold: 'yes' }, { sold: true, price: 1 }, [], null, { removedAt: null }]) {
      test(`${JSON.stringify(body)} is no state: 422`, async () => {
        const { version } = await present()
        assert.equal((await askAsOwner({ method: 'PATCH', path: `/items/${id}`, body, version })).status, 422)
      })
    }

    for (const state of ['hidden', 'removed'] as const) {
      test(`what is ${state} is nowhere for visitors, until it is back`, async () => {
        const { version } = await present()
        const path = `/items/${id}`
        const set = (isSo: boolean) => {
          if (state === 'hidden') return present().then((item) => hide(item, isSo))
          return askAsOwner(isSo ? { method: 'DELETE', path } : { method: 'POST', path: `${path}/restore` })
        }
        const hide = (item: ManagedPiece, hidden: boolean) =>
          askAsOwner({ method: 'PATCH', path, body: { hidden }, version: item.version })
        const isSeen = async () => {
          const [list, sitemap] = await Promise.all(
            ['/api/items', '/sitemap.xml'].map(async (at) => (await fetch(shop.url + at)).text()),
          )
          const statuses = await Promise.all(
            [`/item/${id}`, `/api/items/${id}`].map(async (at) => (await fetch(shop.url + at)).status),
          )
          return [list?.includes(id), sitemap?.includes(id), ...statuses]
        }
        assert.deepEqual(await isSeen(), [true, true, 200, 200])
        assert.equal((await set(true)).status, 200)
        assert.deepEqual(await isSeen(), [false, false, 404, 404])
        assert.notEqual((await present()).version, version)
        assert.equal((await set(false)).status, 200)
        assert.deepEqual(await isSeen(), [true, true, 200, 200])
      })
    }

    test('of an unknown piece nothing can be changed: 404', async () => {
      const path = '/items/AAAAAAAAAAAAAAAAAAAA'
      for (const what of [
        { method: 'PUT', path, body: piece, version: '1' },
        { method: 'PATCH', path, body: { sold: true }, version: '1' },
        { method: 'DELETE', path },
        { method: 'POST', path: `${path}/restore` },
      ]) {
        assert.equal((await askAsOwner(what)).status, 404)
      }
    })

    describe('a piece that was removed', () => {
      const addRemoved = async () => {
        const sent = (await (await sendItem(shop.url, people.owner, piece)).json()) as SentItem
        assert.equal((await askAsOwner({ method: 'DELETE', path: `/items/${sent.id}` })).status, 200)
        return sent.id
      }
      const visit = async (removed: string) => {
        const [page, answer] = await Promise.all(
          [`/item/${removed}`, `/api/items/${removed}`].map((at) => fetch(shop.url + at)),
        )
        assert.ok(page && answer)
        const isSaidGone = (await page.text()).includes('This item is no longer here.')
        const { error } = (await answer.json()) as { error: { code: string } }
        return [page.status, isSaidGone, answer.status, error.code]
      }

      test('is not found while it can be brought back: 404', async () => {
        assert.deepEqual(await visit(await addRemoved()), [404, false, 404, 'item-not-found'])
      })

      test('is gone for good after that: 410, for visitors and for who would bring it back', async () => {
        const removed = await addRemoved()
        await shop.purge()
        assert.deepEqual(await visit(removed), [410, true, 410, 'item-gone'])
        assert.equal((await askAsOwner({ method: 'POST', path: `/items/${removed}/restore` })).status, 410)
        assert.equal((await fetch(`${shop.url}/item/${id}`)).status, 200)
      })
    })
  })
}
