import { pino } from 'pino'

import { FirestoreStore } from '../../../src/catalogue/firestore/firestore-store.ts'
import { storeContract } from '../../../src/catalogue/store.contract.ts'
import { createFirestoreSink } from '../../../src/catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../../src/catalogue/transfer/firestore-source.ts'
import { transferContract } from '../../../src/catalogue/transfer/transfer.contract.ts'
import { createFirestoreOwners } from '../../../src/owners/firestore-owners.ts'
import { createFirestoreNotices } from '../../../src/owners/notices/firestore-notices.ts'
import { noticesContract } from '../../../src/owners/notices/notices.contract.ts'
import { ownersContract } from '../../../src/owners/owners.contract.ts'
import { FirestoreSettings } from '../../../src/shop-settings/firestore-settings.ts'
import { settingsContract } from '../../../src/shop-settings/settings.contract.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

// All that is tested of the cloud on a machine without Google's emulator.

const log = pino({ enabled: false })

async function openMemoryStore() {
  const { projectId, connect, dispose } = await openMemoryFirestore()
  const open = () => new FirestoreStore({ ...connect(), projectId, log })
  let store = open()
  return {
    store,
    connect,
    async reopen() {
      await store.close()
      store = open()
      return store
    },
    dispose: async () => {
      await store.close()
      dispose()
    },
  }
}

storeContract('Firestore in memory', openMemoryStore)

transferContract('transfer with Firestore in memory', async () => {
  const { store, connect, dispose } = await openMemoryStore()
  return {
    store,
    source: createFirestoreSource({ ...connect(), log }),
    sink: createFirestoreSink(connect()),
    dispose,
  }
})

ownersContract('Firestore in memory', async () => {
  const { connect, dispose } = await openMemoryFirestore()
  return {
    owners: createFirestoreOwners(connect()),
    reopen: async () => createFirestoreOwners(connect()),
    dispose: async () => dispose(),
  }
})

noticesContract('Firestore in memory', async () => {
  const { connect, dispose } = await openMemoryFirestore()
  return {
    notices: createFirestoreNotices(connect()),
    reopen: async () => createFirestoreNotices(connect()),
    dispose: async () => dispose(),
  }
})

settingsContract('Firestore in memory', async (seeds = {}) => {
  const { connect, dispose } = await openMemoryFirestore()
  const opened: FirestoreSettings[] = []
  const open = async (later = seeds) => {
    const settings = new FirestoreSettings({ firestore: connect().firestore, seeds: later, log })
    opened.push(settings)
    return settings
  }
  return {
    settings: await open(),
    reopen: open,
    dispose: async () => {
      for (const settings of opened) await settings.close()
      dispose()
    },
  }
})
