import { pino } from 'pino'

import { storeContract } from '../../src/catalogue/store.contract.ts'
import { createFirestoreSink } from '../../src/catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../src/catalogue/transfer/firestore-source.ts'
import { transferContract } from '../../src/catalogue/transfer/transfer.contract.ts'
import { createFirestoreOwners } from '../../src/owners/firestore-owners.ts'
import { ownersContract } from '../../src/owners/owners.contract.ts'
import { openDatabase } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

// With Google's emulator, over gRPC.

async function openEmulatedStore() {
  const database = await openDatabase()
  let opened = await openStore(database.proxy.host, database.projectId)
  return {
    store: opened.store,
    connect: database.connect,
    async reopen() {
      await opened.close()
      opened = await openStore(database.proxy.host, database.projectId)
      return opened.store
    },
    dispose: async () => {
      await opened.close()
      await database.dispose()
    },
  }
}

storeContract('Firestore', openEmulatedStore)

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
