import { pino } from 'pino'

import { createFirestoreStore } from '../../src/catalogue/firestore/firestore-store.ts'
import { storeContract } from '../../src/catalogue/store.contract.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

// This Firestore in memory has cursors, tie-breaks and preconditions, as Google's has.

storeContract('Firestore store in memory', async () => {
  const { projectId, connect, dispose } = await openMemoryFirestore()
  const log = pino({ enabled: false })
  const open = () => createFirestoreStore({ ...connect(), projectId, log })
  let store = open()
  return {
    store,
    async reopen() {
      await store.close()
      store = open()
      return store
    },
    async dispose() {
      await store.close()
      dispose()
    },
  }
})
