import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openFirestore } from '../../src/google/open-firestore.ts'
import { createFirestoreOwners } from '../../src/owners/firestore-owners.ts'
import { ownersContract } from '../../src/owners/owners.contract.ts'
import { startFirestoreEmulator } from './firestore-emulator.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

ownersContract('Firestore in memory', async () => {
  const { connect, dispose } = await openMemoryFirestore()
  return {
    owners: createFirestoreOwners(connect()),
    reopen: async () => createFirestoreOwners(connect()),
    dispose: async () => dispose(),
  }
})

ownersContract('Firestore over gRPC', async () => {
  const emulator = await startFirestoreEmulator()
  const opened = new AsyncDisposableStack()
  opened.use(emulator)
  const open = async () => {
    const client = await openFirestore('owned-shop', emulator.host)
    opened.defer(() => client.firestore.terminate())
    return createFirestoreOwners(client)
  }
  return { owners: await open(), reopen: open, dispose: () => opened.disposeAsync() }
})

test('Firestore owners: a sign-in in the same second as `owner add` does not count, as it may have been before', async (t) => {
  const { connect, dispose } = await openMemoryFirestore()
  t.after(dispose)
  const owners = createFirestoreOwners(connect())
  await owners.add({ uid: 'mary', email: 'mary@example.com' })
  const [{ since } = assert.fail()] = await owners.list()
  const second = Math.floor(since.getTime() / 1000)
  assert.equal(await owners.has({ uid: 'mary', signedInAt: new Date(second * 1000) }), false)
  assert.equal(await owners.has({ uid: 'mary', signedInAt: new Date((second + 1) * 1000) }), true)
})
