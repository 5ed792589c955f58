import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'

import { createFirestoreOwners } from '../../src/owners/firestore-owners.ts'
import type { Owner } from '../../src/owners/owners.ts'
import { openDatabase } from './firestore-emulator.ts'

test('Firestore owners: a sign-in in the same second as `owner add` does not count, as it may have been before', async (t) => {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const owners = createFirestoreOwners(await connect())
  await owners.add({ uid: 'mary', email: 'mary@example.com' })
  const mary = { uid: 'mary', verifiedEmail: 'mary@example.com' }
  const [{ since } = assert.fail()] = await owners.list()
  const second = Math.floor(since.getTime() / 1000)
  assert.equal(await owners.has({ ...mary, signedInAt: new Date(second * 1000) }), false)
  assert.equal(await owners.has({ ...mary, signedInAt: new Date((second + 1) * 1000) }), true)
})

test('Firestore owners: an owner counts with the address that she was added with, in any letter case, and with no other one', async (t) => {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const owners = createFirestoreOwners(await connect())
  await owners.add({ uid: 'mary', email: 'Mary@example.com' })
  const counts = (verifiedEmail: string | undefined) =>
    owners.has({ uid: 'mary', verifiedEmail, signedInAt: new Date() })
  assert.equal(await counts('mary@Example.com'), true)
  assert.equal(await counts('thief@example.com'), false)
  assert.equal(await counts(undefined), false)
})

describe('Firestore owners: addFirst, when the answer to a commit is lost', () => {
  const mary = { uid: 'mary', email: 'mary@example.com' }
  const nimal = { uid: 'nimal', email: 'nimal@example.com' }
  const lost = { code: 13, when: 'after' } as const

  async function start(t: TestContext) {
    const { connect, proxy, dispose } = await openDatabase()
    t.after(dispose)
    const owners = createFirestoreOwners(await connect())
    return { proxy, owners, listUids: async () => (await owners.list()).map(({ uid }) => uid) }
  }

  for (const [commit, faults] of [
    ['of the lock', [lost]],
    ['of the owner', [null, lost]],
  ] as const) {
    test(`${commit}: adds the owner`, async (t) => {
      const { proxy, owners, listUids } = await start(t)
      proxy.fail('Commit', faults)
      assert.equal(await owners.addFirst(async () => mary), true)
      assert.deepEqual(await listUids(), [mary.uid])
      assert.equal(await owners.addFirst(async () => nimal), false)
    })
  }

  test('of the owner, while a command adds another one: adds none', async (t) => {
    const { proxy, owners, listUids } = await start(t)
    const prepare = async () => {
      await owners.add(nimal)
      proxy.fail('Commit', [lost])
      return mary
    }
    assert.equal(await owners.addFirst(prepare), false)
    assert.deepEqual(await listUids(), [nimal.uid])
  })
})

describe('Firestore owners: a process that is killed while it adds the first owner', () => {
  const mary = { uid: 'mary', email: 'mary@example.com' }
  const nimal = { uid: 'nimal', email: 'nimal@example.com' }

  /** A process that holds the lock, and continues only with `goOn`. */
  async function start(t: TestContext) {
    const { connect, dispose } = await openDatabase()
    t.after(dispose)
    const client = await connect()
    const isPreparing = Promise.withResolvers<void>()
    const prepared = Promise.withResolvers<Pick<Owner, 'uid' | 'email'>>()
    const stuck = createFirestoreOwners(client).addFirst(() => {
      isPreparing.resolve()
      return prepared.promise
    })
    await Promise.race([isPreparing.promise, stuck])
    return {
      other: createFirestoreOwners(client),
      otherAfterTheLock: createFirestoreOwners({ ...client, lockLifetimeMs: 0 }),
      goOn: () => {
        prepared.resolve(nimal)
        return stuck
      },
    }
  }

  test('others cannot add one for two minutes; then they can, and it cannot any more', async (t) => {
    const { other, otherAfterTheLock, goOn } = await start(t)
    const never = () => assert.fail('a lock that is held lets nobody prepare an owner')
    await assert.rejects(other.addFirst(never), { code: 'shop-busy' })
    assert.equal(await otherAfterTheLock.addFirst(async () => mary), true)
    await assert.rejects(goOn(), { code: 'shop-busy' })
    assert.deepEqual(
      (await other.list()).map(({ uid }) => uid),
      [mary.uid],
    )
  })
})
