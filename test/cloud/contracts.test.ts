import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { pino } from 'pino'

import { searchContract } from '../../src/catalogue/search/search.contract.ts'
import { storeContract } from '../../src/catalogue/store.contract.ts'
import { createFirestoreSink } from '../../src/catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../src/catalogue/transfer/firestore-source.ts'
import { transferContract } from '../../src/catalogue/transfer/transfer.contract.ts'
import { createFirestoreOwners } from '../../src/owners/firestore-owners.ts'
import { createFirestoreNotices } from '../../src/owners/notices/firestore-notices.ts'
import { noticesContract } from '../../src/owners/notices/notices.contract.ts'
import { ownersContract } from '../../src/owners/owners.contract.ts'
import { FirestoreSettings } from '../../src/shop-settings/firestore-settings.ts'
import { settingsContract } from '../../src/shop-settings/settings.contract.ts'
import { openDatabase } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

// With Google's emulator, over gRPC.

async function openEmulatedStore(t: TestContext) {
  const database = await openDatabase()
  let store = await openStore(database.proxy.host, database.projectId)
  t.after(async () => {
    await store.close()
    await database.dispose()
  })
  return {
    store,
    connect: database.connect,
    async reopen() {
      await store.close()
      store = await openStore(database.proxy.host, database.projectId)
      return store
    },
  }
}

storeContract('Firestore', openEmulatedStore)

searchContract('Firestore', async (t) => {
  const { store, connect } = await openEmulatedStore(t)
  const sink = createFirestoreSink(await connect())
  const countAll = async () => {
    const { counts } = await store.search.listManaged({ words: '', state: 'all', cursor: null }, 1)
    return counts.all + counts.removed
  }
  return {
    store,
    search: store.search,
    async put(items) {
      const count = await countAll()
      await sink.put(items)
      while ((await countAll()) < count + items.length) await setTimeout(20) // A listener brings them.
    },
  }
})

transferContract('transfer with Firestore', async (t) => {
  const { store, connect } = await openEmulatedStore(t)
  const source = createFirestoreSource({ ...(await connect()), log: pino({ enabled: false }) })
  return { store, source, sink: createFirestoreSink(await connect()) }
})

ownersContract('Firestore', async (t) => {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const open = async () => createFirestoreOwners(await connect())
  return { owners: await open(), reopen: open }
})

noticesContract('Firestore', async (t) => {
  const { connect, dispose } = await openDatabase()
  t.after(dispose)
  const open = async () => createFirestoreNotices(await connect())
  return { notices: await open(), reopen: open }
})

settingsContract('Firestore', async (t, seeds = {}) => {
  const { connect, dispose } = await openDatabase()
  const opened = new AsyncDisposableStack()
  opened.defer(dispose)
  t.after(() => opened.disposeAsync())
  const open = async (later = seeds) => {
    const { firestore } = await connect()
    const settings = new FirestoreSettings({ firestore, seeds: later, log: pino({ enabled: false }) })
    return opened.adopt(settings, (each) => each.close())
  }
  return { settings: await open(), reopen: open }
})
