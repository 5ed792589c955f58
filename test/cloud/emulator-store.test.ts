import { after, before } from 'node:test'

import { storeContract } from '../../src/catalogue/store.contract.ts'
import { startFirestoreEmulator, type FirestoreEmulator } from './firestore-emulator.ts'
import { openStore } from './open-store.ts'

// Uses the shop's own client library over gRPC, as with Google's Firestore.

let emulator: FirestoreEmulator
let projects = 0

before(async () => {
  emulator = await startFirestoreEmulator()
})
after(() => emulator[Symbol.asyncDispose]())

storeContract('Firestore store over gRPC', async () => {
  const projectId = `project-${++projects}`
  let opened = await openStore(emulator, projectId)
  return {
    store: opened.store,
    async reopen() {
      await opened.close()
      opened = await openStore(emulator, projectId)
      return opened.store
    },
    dispose: () => opened.close(),
  }
})
