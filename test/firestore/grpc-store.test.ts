import { after, before } from 'node:test'

import { pino } from 'pino'

import { createFirestoreStore } from '../../src/store/firestore/firestore-store.ts'
import { openFirestore } from '../../src/store/firestore/open-firestore.ts'
import { storeContract } from '../../src/store/store.contract.ts'
import { startGrpcEmulator } from './grpc-emulator.ts'
import type { GrpcEmulator } from './grpc-emulator.ts'

// The shop's own client library over gRPC, as against Google.

let emulator: GrpcEmulator
let projects = 0

before(async () => {
  emulator = await startGrpcEmulator()
})
after(() => emulator[Symbol.asyncDispose]())

storeContract('Firestore store over gRPC', async () => {
  const projectId = `project-${++projects}`
  const log = pino({ enabled: false })
  const open = async () => {
    const client = await openFirestore(projectId, emulator.host)
    const store = createFirestoreStore({ ...client, projectId, log })
    const close = async () => {
      await store.close()
      await client.firestore.terminate()
    }
    return { store, close }
  }
  let opened = await open()
  return {
    store: opened.store,
    async reopen() {
      await opened.close()
      opened = await open()
      return opened.store
    },
    dispose: () => opened.close(),
  }
})
