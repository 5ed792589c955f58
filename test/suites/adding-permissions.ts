import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createAccounts, statusOfRemovedOwner, type Role, type TokensByRole, type TestShop } from '../kit/accounts.ts'
import { sendItem, signUp } from '../kit/api-client.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** The status of adding an item, by role, in a shop that has owners. */
const tableOf = (backend: string): Readonly<Record<Role | 'nobody', 201 | 401 | 403>> => ({
  nobody: 401,
  'anonymous visitor': 403,
  'signed in with a password, not an owner': 403,
  owner: 201,
  'removed owner with a token from before': statusOfRemovedOwner(backend),
  'owner after a reset, with a token from before': 401,
})

interface Step {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The status for those who may add items. Anyone else gets the status of adding an item. */
  readonly done: number
}

const photo = `/photos/${'0'.repeat(64)}`

/** The other requests of adding an item, which has this id by then. The bodies are no photos. */
const steps: Readonly<Record<string, (id: string) => Step>> = {
  'read the upload offset of a photo': () => ({ path: photo, done: 204 }),
  'send a photo': () => ({ path: photo, method: 'PUT', body: 'x', done: 422 }),
  'send the rest of a photo': () => ({
    path: photo,
    method: 'PATCH',
    body: 'x',
    headers: { 'Upload-Offset': '0' },
    done: 422,
  }),
  'check the link preview': (id) => ({ path: `/items/${id}/preview`, done: 200 }),
}

/** Who may add items, through the API of the running shop. Each backend runs this suite. */
export function testAddingPermissions(backend: string, shop: TestShop): void {
  describe(`${backend}: permission to add items`, () => {
    let people: TokensByRole

    after(() => shop[Symbol.asyncDispose]())

    const askMe = async (idToken: string) => {
      const answer = await fetch(`${shop.url}/api/me`, { headers: { Authorization: `Bearer ${idToken}` } })
      return (await answer.json()) as { isOwner: boolean; mayAdd: boolean }
    }

    const take = async (idToken: string | undefined, step: Step) => {
      const headers = { ...step.headers, ...(idToken !== undefined && { Authorization: `Bearer ${idToken}` }) }
      return (await fetch(`${shop.url}/api${step.path}`, { ...step, headers })).status
    }

    let id: string

    test('unclaimed shop: any signed-in user may add items', async () => {
      const { idToken } = await signUp(shop.identityUrl)
      assert.partialDeepStrictEqual(await askMe(idToken), { isOwner: false, mayAdd: true })
      const added = await sendItem(shop.url, idToken, { ...newItem, imageUrl: '/photos/none.jpg' })
      assert.equal(added.status, 201)
      id = ((await added.json()) as { id: string }).id
      for (const [request, toStep] of Object.entries(steps)) {
        const step = toStep(id)
        assert.equal(await take(idToken, step), step.done, request)
        assert.equal(await take(undefined, step), 401, request)
      }
    })

    describe('shop with owners', () => {
      before(async () => {
        people = await createAccounts(shop)
      })

      for (const [role, status] of Object.entries(tableOf(backend)) as [Role | 'nobody', number][]) {
        const idToken = () => (role === 'nobody' ? undefined : people[role])

        for (const [request, toStep] of Object.entries(steps)) {
          test(`${request}, ${role}: ${status === 201 ? 'allowed' : status}`, async () => {
            const step = toStep(id)
            assert.equal(await take(idToken(), step), status === 201 ? step.done : status)
          })
        }

        if (role === 'nobody') continue
        test(`add an item, ${role}: ${status}`, async () => {
          const { isOwner, mayAdd } = await askMe(people[role])
          const expected = status === 401 ? undefined : status === 201
          assert.deepEqual({ isOwner, mayAdd }, { isOwner: expected, mayAdd: expected })
          const answer = await sendItem(shop.url, people[role], newItem)
          assert.equal(answer.status, status)
          if (status === 201) return
          const { error } = (await answer.json()) as { error: { code: string; message: string } }
          const isOwnersOnly = /Only the shop’s owner can/.test(error.message)
          assert.deepEqual(
            [error.code, isOwnersOnly],
            status === 401 ? ['not-signed-in', false] : ['not-allowed', true],
          )
        })
      }

      test('add an item, nobody: 401', async () => {
        const answer = await fetch(`${shop.url}/api/items`, { method: 'POST', body: JSON.stringify(newItem) })
        assert.equal(answer.status, 401)
        assert.equal((await fetch(`${shop.url}/api/me`)).status, 401)
      })

      test('an invalid item from a visitor without permission is answered 403, not 422', async () => {
        assert.equal((await sendItem(shop.url, people['anonymous visitor'], {})).status, 403)
      })

      test('a removed owner is refused at the next request', async () => {
        assert.equal((await sendItem(shop.url, people.owner, newItem)).status, 201)
        await shop.changeOwner('remove', 'owner@example.com')
        const { status } = await sendItem(shop.url, people.owner, newItem)
        assert.equal(status, statusOfRemovedOwner(backend))
      })

      test('a shop whose last owner was removed stays closed: 403', async () => {
        await shop.changeOwner('remove', 'lost@example.com')
        const { idToken } = await signUp(shop.identityUrl)
        assert.equal((await sendItem(shop.url, idToken, newItem)).status, 403)
      })
    })
  })
}
