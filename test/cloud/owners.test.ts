import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createFirestoreOwners } from '../../src/owners/firestore-owners.ts'
import { openDatabase } from './firestore-emulator.ts'

test('Firestore owners: a sign-in in the same second as `owner add` does not count, as it may have been before', async (t) => {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const owners = createFirestoreOwners(await connect())
  await owners.add({ uid: 'mary', email: 'mary@example.com' })
  const [{ since } = assert.fail()] = await owners.list()
  const second = Math.floor(since.getTime() / 1000)
  assert.equal(await owners.has({ uid: 'mary', signedInAt: new Date(second * 1000) }), false)
  assert.equal(await owners.has({ uid: 'mary', signedInAt: new Date((second + 1) * 1000) }), true)
})
