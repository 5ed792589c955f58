import { createFirestoreOwners } from '../../src/firebase/firestore-owners.ts'
import { ownersContract } from '../../src/owners/owners.contract.ts'
import { openFirestore } from '../../src/store/firestore/open-firestore.ts'
import { startGrpcEmulator } from './grpc-emulator.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

ownersContract('Firestore in process', async () => {
  const { connect, dispose } = await openMemoryFirestore()
  return {
    owners: createFirestoreOwners(connect()),
    reopen: async () => createFirestoreOwners(connect()),
    dispose: async () => dispose(),
  }
})

ownersContract('Firestore over gRPC', async () => {
  const emulator = await startGrpcEmulator()
  const opened = new AsyncDisposableStack()
  opened.use(emulator)
  const open = async () => {
    const client = await openFirestore('owned-shop', emulator.host)
    opened.defer(() => client.firestore.terminate())
    return createFirestoreOwners(client)
  }
  return { owners: await open(), reopen: open, dispose: () => opened.disposeAsync() }
})
