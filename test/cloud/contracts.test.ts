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

async function openEmulatedStore() {
  const database = await openDatabase()
  let store = await openStore(database.proxy.host, database.projectId)
  return {
    store,
    connect: database.connect,
    async reopen() {
      await store.close()
      store = await openStore(database.proxy.host, database.projectId)
      return store
    },
    dispose: async () => {
      await store.close()
      await database.dispose()
    },
  }
}

storeContract('Firestore', openEmulatedStore)

searchContract('Firestore', async () => {
  const { store, connect, dispose } = await openEmulatedStore()
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
    dispose,
  }
})

transferContract('transfer with Firestore', async () => {
  const { store, connect, dispose } = await openEmulatedStore()
  const source = createFirestoreSource({ ...(await connect()), log: pino({ enabled: false }) })
  return { store, source, sink: createFirestoreSink(await connect()), dispose }
})

ownersContract('Firestore', async () => {
  const { connect, dispose } = await openDatabase()
  const open = async () => createFirestoreOwners(await connect())
  return { owners: await open(), reopen: open, dispose }
})

noticesContract('Firestore', async () => {
  const { connect, dispose } = await openDatabase()
  const open = async () => createFirestoreNotices(await connect())
  return { notices: await open(), reopen: open, dispose }
})

settingsContract('Firestore', async (seeds = {}) => {
  const { connect, dispose } = await openDatabase()
  await using opened = new AsyncDisposableStack()
  opened.defer(dispose)
  const open = async (later = seeds) => {
    const { firestore } = await connect()
    const settings = new FirestoreSettings({ firestore, seeds: later, log: pino({ enabled: false }) })
    return all.adopt(settings, (each) => each.close())
  }
  const all = opened.move()
  return { settings: await open(), reopen: open, dispose: () => all.disposeAsync() }
})
