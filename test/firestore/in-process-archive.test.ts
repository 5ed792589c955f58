import { pino } from 'pino'

import { archiveContract } from '../../src/store/archive.contract.ts'
import { createFirestoreSink } from '../../src/store/firestore/firestore-sink.ts'
import { createFirestoreSource } from '../../src/store/firestore/firestore-source.ts'
import { createFirestoreStore } from '../../src/store/firestore/firestore-store.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

const log = pino({ enabled: false })

archiveContract('Firestore archive in process', async () => {
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
