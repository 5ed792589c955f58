import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import type { Owners } from './owners.ts'

/** Owners of a shop that nobody has claimed yet, for one test. */
export interface OwnersUnderTest {
  readonly owners: Owners
  /** The same list as another process, or the same one after a restart, knows it. */
  readonly reopen: () => Promise<Owners>
}

const mary = { uid: 'mary', email: 'mary@example.com' }
const nimal = { uid: 'nimal/1 é', email: 'nimal@example.com' }

const later = (uid: string) => ({ uid, verifiedEmail: mary.email, signedInAt: new Date(Date.now() + 60_000) })

/** Everything that `owners.ts` promises, as tests: each backend runs them all. @param start opens them for one test. */
export function ownersContract(name: string, start: (t: TestContext) => Promise<OwnersUnderTest>): void {
  describe(`${name}: owners`, () => {
    test('a new shop has no owner and is not claimed', async (t) => {
      const { owners } = await start(t)
      assert.deepEqual(await owners.list(), [])
      assert.equal(await owners.isClaimed(), false)
      assert.equal(await owners.has(later('mary')), false)
    })

    test('list: oldest first, in another process too', async (t) => {
      const { owners, reopen } = await start(t)
      await owners.add(mary)
      await owners.add(nimal)
      const listed = await (await reopen()).list()
      assert.deepEqual(
        listed.map(({ uid, email }) => ({ uid, email })),
        [mary, nimal],
      )
      assert.ok(listed.every(({ since }) => Math.abs(since.getTime() - Date.now()) < 60_000))
    })

    test('has: sign-ins of an owner count, and of no other account', async (t) => {
      const { owners } = await start(t)
      await owners.add(mary)
      assert.equal(await owners.has(later('mary')), true)
      assert.equal(await owners.has(later('nimal')), false)
      assert.equal(await owners.isClaimed(), true)
    })

    test('has: a sign-in in the second in which add resolved counts', async (t) => {
      const { owners } = await start(t)
      await owners.add(mary)
      const signedInAt = new Date(Math.floor(Date.now() / 1000) * 1000)
      assert.equal(await owners.has({ uid: mary.uid, verifiedEmail: mary.email, signedInAt }), true)
    })

    test('add: an owner who is added again must sign in again', async (t) => {
      const { owners } = await start(t)
      await owners.add(mary)
      const [first] = await owners.list()
      await owners.add(mary)
      const [second, ...others] = await owners.list()
      assert.deepEqual(others, [])
      assert.ok(first !== undefined && second !== undefined && second.since >= first.since)
    })

    test('addFirst: of concurrent calls in several processes, exactly one adds an owner', async (t) => {
      const { owners, reopen } = await start(t)
      const processes = [owners, owners, await reopen()]
      const outcomes = await Promise.all(
        processes.map(async (each, index) => {
          const prepare = async () => ({ uid: `maker ${index}`, email: `maker${index}@example.com` })
          return each.addFirst(prepare).catch((error: unknown) => (error as { code: string }).code)
        }),
      )
      const winner = outcomes.indexOf(true)
      assert.notEqual(winner, -1)
      const losers = outcomes.filter((outcome) => outcome !== true)
      assert.ok(losers.length === 2 && losers.every((outcome) => outcome === false || outcome === 'shop-busy'))
      assert.deepEqual(
        (await owners.list()).map(({ uid }) => uid),
        [`maker ${winner}`],
      )
    })

    test('addFirst: of concurrent calls in one process, only the one that succeeds prepares an owner', async (t) => {
      const { owners } = await start(t)
      let prepared = 0
      const prepare = async () => {
        prepared++
        return mary
      }
      const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => owners.addFirst(prepare)))
      assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length, 1)
      assert.equal(prepared, 1)
    })

    test('addFirst: sign-ins after it count, and it never succeeds again, even without the owner', async (t) => {
      const { owners, reopen } = await start(t)
      assert.equal(await owners.addFirst(async () => mary), true)
      const signedInAt = new Date(Math.floor(Date.now() / 1000) * 1000)
      assert.equal(await owners.has({ uid: mary.uid, verifiedEmail: mary.email, signedInAt }), true)
      await owners.remove(mary.uid)
      const never = () => assert.fail('a claimed shop prepares nothing')
      assert.equal(await owners.addFirst(never), false)
      assert.equal(await (await reopen()).addFirst(never), false)
    })

    test('addFirst: an owner who is added meanwhile, in another process too, stays the only one', async (t) => {
      const { owners, reopen } = await start(t)
      const other = await reopen()
      const prepare = async () => {
        await other.add(nimal)
        return mary
      }
      assert.equal(await owners.addFirst(prepare), false)
      assert.deepEqual(
        (await owners.list()).map(({ uid }) => uid),
        [nimal.uid],
      )
    })

    test('addFirst: after a failure, the next one succeeds', async (t) => {
      const { owners } = await start(t)
      const failure = new Error('no account')
      await assert.rejects(
        owners.addFirst(() => Promise.reject(failure)),
        failure,
      )
      assert.equal(await owners.isClaimed(), false)
      assert.equal(await owners.addFirst(async () => nimal), true)
    })

    test('remove: takes effect at once in every process, and the account can be added again', async (t) => {
      const { owners, reopen } = await start(t)
      await owners.add(mary)
      await owners.add(nimal)
      const other = await reopen()
      assert.equal(await other.has(later('mary')), true)
      await owners.remove('mary')
      assert.equal(await other.has(later('mary')), false)
      assert.deepEqual(
        (await other.list()).map(({ uid }) => uid),
        [nimal.uid],
      )
      await other.add(mary)
      assert.equal(await owners.has(later('mary')), true)
    })

    test('remove: the shop stays claimed without its last owner', async (t) => {
      const { owners, reopen } = await start(t)
      await owners.add(mary)
      await owners.remove('mary')
      assert.deepEqual(await owners.list(), [])
      assert.equal(await owners.isClaimed(), true)
      assert.equal(await (await reopen()).isClaimed(), true)
    })

    test('remove: an account that is not an owner changes nothing', async (t) => {
      const { owners } = await start(t)
      await owners.remove('nobody')
      assert.equal(await owners.isClaimed(), false)
    })
  })
}
