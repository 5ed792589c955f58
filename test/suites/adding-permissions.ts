import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'

import { createAccounts } from '../kit/accounts.ts'
import type { Role, TokensByRole } from '../kit/accounts.ts'
import { sendItem, signUp } from '../kit/api-client.ts'
import type { UnclaimedShop } from '../kit/shop/unclaimed-shop.ts'

const newItem = { title: 'Ivory Beanie', imageUrl: 'https://example.com/ivory.jpg' }

/** What adding a piece is answered with, by role, in a shop that has owners. */
const table: Readonly<Record<Role | 'nobody', 201 | 401 | 403>> = {
  nobody: 401,
  'anonymous visitor': 403,
  'signed in with a password, not an owner': 403,
  owner: 201,
  'removed owner with a token from before': 403,
  'owner after a reset, with a token from before': 401,
}

interface Step {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** What it is answered with to who may add pieces; to anyone else, the same as adding one. */
  readonly done: number
}

const photo = `/photos/${'0'.repeat(64)}`

/** What else is asked on the way to a new piece, which has this id by then. What is sent here is no photo. */
const steps: Readonly<Record<string, (id: string) => Step>> = {
  'ask how much of a photo is there': () => ({ path: photo, done: 204 }),
  'send a photo': () => ({ path: photo, method: 'PUT', body: 'x', done: 422 }),
  'send the rest of a photo': () => ({
    path: photo,
    method: 'PATCH',
    body: 'x',
    headers: { 'Upload-Offset': '0' },
    done: 422,
  }),
  'look at the link': (id) => ({ path: `/items/${id}/preview`, done: 200 }),
}

/** Who may add pieces, at the API of the running shop: each backend runs the table. */
export function testAddingPermissions(backend: string, open: () => Promise<UnclaimedShop>): void {
  describe(`${backend}: who may add`, () => {
    let shop: UnclaimedShop
    let people: TokensByRole

    before(async () => {
      shop = await open()
    })
    after(() => shop[Symbol.asyncDispose]())

    const askMe = async (idToken: string) => {
      const answer = await fetch(`${shop.url}/api/me`, { headers: { Authorization: `Bearer ${idToken}` } })
      return (await answer.json()) as { mayAdd: boolean }
    }

    const take = async (idToken: string | undefined, step: Step) => {
      const headers = { ...step.headers, ...(idToken !== undefined && { Authorization: `Bearer ${idToken}` }) }
      return (await fetch(`${shop.url}/api${step.path}`, { ...step, headers })).status
    }

    let id: string

    test('anyone, while nobody has claimed the shop', async () => {
      const { idToken } = await signUp(shop.identityUrl)
      assert.equal((await askMe(idToken)).mayAdd, true)
      const added = await sendItem(shop.url, idToken, { ...newItem, imageUrl: '/photos/none.jpg' })
      assert.equal(added.status, 201)
      id = ((await added.json()) as { id: string }).id
      for (const [what, toStep] of Object.entries(steps)) {
        const step = toStep(id)
        assert.equal(await take(idToken, step), step.done, what)
        assert.equal(await take(undefined, step), 401, what)
      }
    })

    describe('once it has owners', () => {
      before(async () => {
        people = await createAccounts(shop)
      })

      for (const [role, status] of Object.entries(table) as [Role | 'nobody', number][]) {
        const idToken = () => (role === 'nobody' ? undefined : people[role])

        for (const [what, toStep] of Object.entries(steps)) {
          test(`${what}, ${role}`, async () => {
            const step = toStep(id)
            assert.equal(await take(idToken(), step), status === 201 ? step.done : status)
          })
        }

        if (role === 'nobody') continue
        test(`add a piece, ${role}: ${status}`, async () => {
          assert.equal((await askMe(people[role])).mayAdd, status === 401 ? undefined : status === 201)
          const answer = await sendItem(shop.url, people[role], newItem)
          assert.equal(answer.status, status)
          if (status === 201) return
          const { error } = (await answer.json()) as { error: { code: string; message: string } }
          const isOwnersOnly = /Only the shop’s owners/.test(error.message)
          assert.deepEqual(
            [error.code, isOwnersOnly],
            status === 401 ? ['not-signed-in', false] : ['not-allowed', true],
          )
        })
      }

      test('add a piece, nobody: 401', async () => {
        const answer = await fetch(`${shop.url}/api/items`, { method: 'POST', body: JSON.stringify(newItem) })
        assert.equal(answer.status, 401)
        assert.equal((await fetch(`${shop.url}/api/me`)).status, 401)
      })

      test('not even what is wrong with a piece is told to who may not add it', async () => {
        assert.equal((await sendItem(shop.url, people['anonymous visitor'], {})).status, 403)
      })

      test('nobody who was an owner a moment ago: the next request is refused', async () => {
        assert.equal((await sendItem(shop.url, people.owner, newItem)).status, 201)
        await shop.command('owner', 'remove', 'owner@example.com')
        assert.equal((await sendItem(shop.url, people.owner, newItem)).status, 403)
      })

      test('nobody when the last owner is gone', async () => {
        await shop.command('owner', 'remove', 'lost@example.com')
        const { idToken } = await signUp(shop.identityUrl)
        assert.equal((await sendItem(shop.url, idToken, newItem)).status, 403)
      })
    })
  })
}
