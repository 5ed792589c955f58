import type { TestContext } from 'node:test'

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

async function openMemoryStore(t: TestContext) {
  const { projectId, connect, dispose } = await openMemoryFirestore()
  const open = () => new FirestoreStore({ ...connect(), projectId, log })
  let store = open()
  t.after(async () => {
    await store.close()
    dispose()
  })
  return {
    store,
    connect,
    async reopen() {
      await store.close()
      store = open()
      return store
    },
  }
}

storeContract('Firestore in memory', openMemoryStore)

transferContract('transfer with Firestore in memory', async (t) => {
  const { store, connect } = await openMemoryStore(t)
  return { store, source: createFirestoreSource({ ...connect(), log }), sink: createFirestoreSink(connect()) }
})

ownersContract('Firestore in memory', async (t) => {
  const { connect, dispose } = await openMemoryFirestore()
  t.after(dispose)
  return { owners: createFirestoreOwners(connect()), reopen: async () => createFirestoreOwners(connect()) }
})

noticesContract('Firestore in memory', async (t) => {
  const { connect, dispose } = await openMemoryFirestore()
  t.after(dispose)
  return { notices: createFirestoreNotices(connect()), reopen: async () => createFirestoreNotices(connect()) }
})

settingsContract('Firestore in memory', async (t, seeds = {}) => {
  const { connect, dispose } = await openMemoryFirestore()
  const opened = new AsyncDisposableStack()
  opened.defer(dispose)
  t.after(() => opened.disposeAsync())
  const open = async (later = seeds) => {
    const settings = new FirestoreSettings({ firestore: connect().firestore, seeds: later, log })
    return opened.adopt(settings, (each) => each.close())
  }
  return { settings: await open(), reopen: open }
})
