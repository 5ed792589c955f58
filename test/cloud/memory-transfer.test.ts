import { pino } from 'pino'

import { createFirestoreStore } from '../../src/catalogue/firestore/firestore-store.ts'
import { createFirestoreSink } from '../../src/catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../src/catalogue/transfer/firestore-source.ts'
import { transferContract } from '../../src/catalogue/transfer/transfer.contract.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

const log = pino({ enabled: false })

transferContract('transfer with Firestore in memory', async () => {
  const { projectId, connect, dispose } = await openMemoryFirestore()
  const store = createFirestoreStore({ ...connect(), projectId, log })
  return {
    store,
    source: createFirestoreSource({ ...connect(), log }),
    sink: createFirestoreSink(connect()),
    async dispose() {
      await store.close()
      dispose()
    },
  }
})
