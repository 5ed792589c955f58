import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { syncToken } from './token-sync.ts'

let auth: Auth | undefined

/** The Firebase client of this page. It talks to Firebase, to the shop's own identity service or to an emulator. */
export function openAuth(identity: PublicIdentity): Auth {
  return (auth ??= createAuth(identity))
}

function createAuth(identity: PublicIdentity): Auth {
  const { apiKey, projectId, authDomain, isEmbedded, emulatorOrigin, tokenSyncPath } = identity
  const app = initializeApp({ apiKey, projectId, ...(authDomain !== null && { authDomain }) })
  const created = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  const emulator = isEmbedded ? location.origin : emulatorOrigin
  if (emulator !== null) connectAuthEmulator(created, emulator, { disableWarnings: true })
  if (tokenSyncPath !== null) syncToken(created, tokenSyncPath)
  return created
}
