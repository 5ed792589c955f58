import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import type { Store } from '../../src/catalogue/store.ts'
import { findManaged, itemNamed } from '../../src/catalogue/test-support.ts'
import { status } from '../../src/google/firestore-error.ts'
import { problems } from '../../src/messages/messages.ts'
import { openDatabase } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

const internal = 13

async function start(t: TestContext, options?: Parameters<typeof openStore>[2]) {
  const { proxy, projectId, dispose } = await openDatabase()
  const store = await openStore(proxy.host, projectId, options)
  t.after(async () => {
    await store.close()
    await dispose()
  })
  return { proxy, projectId, store }
}

async function titles(store: Store): Promise<string[]> {
  return (await store.newest(100)).items.map(({ title }) => title)
}

describe('adding an item to Cloud Firestore', () => {
  test('retries a commit whose response is lost with the same id, and adds one item', async (t) => {
    const { proxy, store } = await start(t)
    const lost = { code: internal, when: 'after' } as const
    proxy.fail('Commit', [lost, { code: internal, when: 'before' }])
    const { id } = await store.add(itemNamed('Beanie'))
    assert.equal(proxy.calls('Commit'), 3)
    assert.deepEqual(await titles(store), ['Beanie'])
    assert.equal((await store.find(id))?.title, 'Beanie')
  })

  test('addOnce: an item whose first response is lost is as new as any other', async (t) => {
    const { proxy, store } = await start(t)
    proxy.fail('Commit', [{ code: internal, when: 'after' }])
    const added = await store.addOnce(itemNamed('Beanie'), 'key')
    assert.deepEqual([added.isNew, added.item?.title], [true, 'Beanie'])
    assert.equal((await store.addOnce(itemNamed('Beanie'), 'key')).isNew, false)
    assert.deepEqual(await titles(store), ['Beanie'])
  })

  test('fails after three attempts, and the next item is stored', async (t) => {
    const { proxy, store } = await start(t)
    proxy.fail(
      'Commit',
      Array.from({ length: 3 }, () => ({ code: internal, when: 'before' })),
    )
    const refusal = { code: 'storage-unavailable', message: problems.storageUnavailable }
    await assert.rejects(store.add(itemNamed('Beanie')), refusal)
    assert.equal(proxy.calls('Commit'), 3)
    await store.add(itemNamed('Scarf'))
    assert.deepEqual(await titles(store), ['Scarf'])
  })

  for (const [what, code, message] of [
    ['no permission', status.permissionDenied, problems.storageNotAllowed],
    ['credentials that are not accepted', status.unauthenticated, problems.storageNotAllowed],
    ['no such project', status.notFound, problems.storageNotAllowed],
  ] as const) {
    test(`fails without a retry and with a clear message: ${what}`, async (t) => {
      const { proxy, store } = await start(t)
      proxy.fail('Commit', [{ code, when: 'before' }])
      await assert.rejects(store.add(itemNamed('Beanie')), { code: 'storage-unavailable', message })
      assert.equal(proxy.calls('Commit'), 1)
    })
  }

  test('a timeout says that the item may have been saved', async (t) => {
    const { proxy, store } = await start(t)
    proxy.fail(
      'Commit',
      Array.from({ length: 3 }, () => ({ code: status.deadlineExceeded, when: 'before' })),
    )
    await assert.rejects(store.add(itemNamed('Beanie')), { message: problems.storageDeadline })
  })
})

describe('the list in Cloud Firestore', () => {
  test('is served while Firestore is down, and updated when it is back', async (t) => {
    const { proxy, store } = await start(t)
    await store.add(itemNamed('Beanie'))
    assert.deepEqual(await titles(store), ['Beanie'])
    proxy.stop()
    assert.deepEqual(await titles(store), ['Beanie'])
    await proxy.startAgain()
    await store.add(itemNamed('Scarf'))
    assert.deepEqual(await titles(store), ['Scarf', 'Beanie'])
  })

  test('costs one read per listed item at the start, and none per visitor', async (t) => {
    const { proxy, projectId, store } = await start(t)
    for (let n = 0; n < 30; n++) await store.add(itemNamed(`${n}`))
    const second = await openStore(proxy.host, projectId)
    t.after(() => second.close())
    const before = proxy.reads()
    for (let n = 0; n < 1_000; n++) await second.newest(24)
    assert.equal(proxy.reads() - before, 24)
  })

  /** Resolves once a store has announced an item. */
  async function announced(other: Store, id: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = other.watch(({ ids }) => ids.includes(id) && resolve())
    await promise.finally(stop)
  }

  test('an added item costs one read in each process; a change three in its process and two in each other', async (t) => {
    // A report that is late costs one more read. On a busy machine, the emulator's reports are later than Firestore's.
    const { proxy, projectId, store } = await start(t, { reportMs: 20_000 })
    const other = await openDatabase(projectId)
    const second = await openStore(other.proxy.host, projectId)
    t.after(() => second.close().finally(other.dispose))
    await Promise.all([store.newest(24), second.newest(24)])
    const before = [proxy.reads(), other.proxy.reads()]
    const reads = () => [proxy, other.proxy].map((connection, index) => connection.reads() - (before[index] ?? 0))
    const { id } = await store.add(itemNamed('Beanie'))
    await t.waitFor(() => assert.deepEqual(reads(), [1, 1]), { timeout: 20_000 })
    const item = await findManaged(store, id)
    await t.waitFor(() => assert.deepEqual(reads(), [2, 1]), { timeout: 20_000 })
    await store.update(id, { title: 'Scarf' }, item.version)
    await t.waitFor(() => assert.deepEqual(reads(), [2 + 3, 1 + 2]), { timeout: 20_000 })
  })

  test('after a lost connection, what others wrote meanwhile arrives', async (t) => {
    const { proxy, projectId, store } = await start(t)
    const { id: changed } = await store.add(itemNamed('Beanie'))
    for (let n = 0; n < 23; n++) await store.add(itemNamed(`${n}`))
    const other = await openDatabase(projectId)
    const second = await openStore(other.proxy.host, projectId)
    t.after(() => second.close().finally(other.dispose))
    proxy.stop()
    const item = await findManaged(second, changed)
    await second.update(changed, { title: 'Scarf' }, item.version)
    const { id: added } = await second.add(itemNamed('Newest'))
    const arrived = Promise.all([announced(store, changed), announced(store, added)])
    await proxy.startAgain()
    await arrived
    assert.equal((await store.find(changed))?.title, 'Scarf')
    assert.equal((await store.newest(1)).items[0]?.title, 'Newest')
  })

  test('an older item costs one read, however often it is viewed', async (t) => {
    const { proxy, store } = await start(t)
    const { id } = await store.add(itemNamed('oldest'))
    for (let n = 0; n < 24; n++) await store.add(itemNamed(`${n}`))
    const before = proxy.reads()
    await Promise.all(Array.from({ length: 50 }, () => store.find(id)))
    assert.equal((await store.find(id))?.title, 'oldest')
    assert.equal(await store.find('AAAAAAAAAAAAAAAAAAAA'), undefined)
    assert.equal(proxy.reads() - before, 1)
  })

  test('an older item that cannot be read is not missing, and is shown as it was if it was read before', async (t) => {
    const { proxy, store } = await start(t, { itemLifetimeMs: 1 })
    const { id } = await store.add(itemNamed('oldest'))
    for (let n = 0; n < 24; n++) await store.add(itemNamed(`${n}`))
    // Google's library makes each read three times, within seven seconds.
    const failures = Array.from({ length: 20 }, () => ({ code: status.permissionDenied, when: 'before' }) as const)
    proxy.fail('BatchGetDocuments', failures)
    const reads = [store.find(id), store.isNotVisible(id)]
    await Promise.all(reads.map((read) => assert.rejects(read, { code: 'storage-unavailable' })))
    proxy.fail('BatchGetDocuments', [])
    assert.equal((await store.find(id))?.title, 'oldest')
    proxy.fail('BatchGetDocuments', failures)
    await setTimeout(5) // Its lifetime is over.
    assert.equal((await store.find(id))?.title, 'oldest')
  })

  test('isInMemory: true for the newest items and for those read a moment ago', async (t) => {
    const { store } = await start(t)
    const { id: oldest } = await store.add(itemNamed('oldest'))
    const { id: newest } = await store.add(itemNamed('0'))
    for (let n = 1; n < 24; n++) await store.add(itemNamed(`${n}`))
    const unknown = 'AAAAAAAAAAAAAAAAAAAA'
    const inMemory = () => [newest, oldest, unknown, 'no.id'].map((id) => store.isInMemory(id))
    assert.deepEqual(inMemory(), [true, false, false, true])
    await store.find(oldest)
    await store.find(unknown)
    assert.deepEqual(inMemory(), [true, true, false, true])
    await store.isGone(unknown)
    assert.deepEqual(inMemory(), [true, true, true, true])
  })
})
