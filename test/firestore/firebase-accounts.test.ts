import { after, before } from 'node:test'

import { createFirebaseAccounts } from '../../src/firebase/firebase-accounts.ts'
import { createFirestoreOwners } from '../../src/firebase/firestore-owners.ts'
import { createProjectCalls } from '../../src/firebase/project-calls.ts'
import { claimingContract } from '../../src/owners/claiming.contract.ts'
import { createClaiming } from '../../src/owners/claiming.ts'
import { startGoogles } from '../emulator/service.ts'
import type { RunningService } from '../emulator/service.ts'
import { callIdentity } from '../fixtures/api.ts'
import { openMemoryFirestore } from './memory-firestore.ts'

let auth: RunningService

before(async () => {
  auth = await startGoogles()
})
after(() => auth[Symbol.asyncDispose]())

claimingContract('Firebase Authentication', async () => {
  const { origin, projectId } = auth
  await fetch(`${origin}/emulator/v1/projects/${projectId}/accounts`, { method: 'DELETE' })
  const { connect, dispose } = await openMemoryFirestore()
  const owners = createFirestoreOwners(connect())
  const call = createProjectCalls({ projectId, emulatorHost: new URL(origin).host })
  return {
    owners,
    claiming: createClaiming({ owners, accounts: createFirebaseAccounts(call, 'any') }),
    call: (method, fields) => callIdentity(origin, method, fields),
    dispose: async () => dispose(),
  }
})
