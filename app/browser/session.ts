import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInAnonymously,
  signOut,
} from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'

import type { PublicIdentity } from '../../src/http/page.ts'
import { adviseOn } from './reactions.ts'
import { syncToken } from './token-sync.ts'

/** Who uses this browser, as the identity service knows them. */
export interface Session {
  /** Tells of the user, now and after each change; `null` while nobody is signed in. */
  watch(listener: (user: User | null) => void): () => void
  /** Signs in anonymously unless someone is signed in already. Rejects with an error for `adviseOn`. */
  signIn(): Promise<void>
  /** A token that the server takes. `renew`: it refused the last one. Rejects with an error for `adviseOn`. */
  idToken(options?: { renew: boolean }): Promise<string>
}

let session: Session | undefined

/** The official client, one a page. It asks Firebase, or what stands in for it: the shop's own origin, or an emulator. */
export function openSession(identity: PublicIdentity): Session {
  return (session ??= createSession(createAuth(identity)))
}

function createSession(client: Auth): Session {
  const signInNow = async () => {
    await client.authStateReady()
    if (!client.currentUser) await signInAnonymously(client)
  }
  // At once for all who ask at the same time, or each of them would get an account of their own.
  let signingIn: Promise<void> | undefined
  const signIn = () => (signingIn ??= signInNow().finally(() => (signingIn = undefined)))

  return {
    watch: (listener) => onAuthStateChanged(client, listener),
    signIn,
    idToken: async ({ renew } = { renew: false }) => {
      try {
        await signIn()
        return await userOf(client).getIdToken(renew)
      } catch (error) {
        if (adviseOn(error).reaction !== 'sign-in-again') throw error
        await signOut(client) // The account is gone, or its tokens are: a new one takes its place.
        await signIn()
        return userOf(client).getIdToken()
      }
    },
  }
}

/** The client alone, for a page that signs nobody in by itself. */
export function createAuth(identity: PublicIdentity): Auth {
  const { apiKey, projectId, authDomain, isEmbedded, emulatorOrigin, tokenSyncPath } = identity
  const app = initializeApp({ apiKey, projectId, ...(authDomain !== null && { authDomain }) })
  const created = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  const standIn = isEmbedded ? location.origin : emulatorOrigin
  if (standIn !== null) connectAuthEmulator(created, standIn, { disableWarnings: true })
  if (tokenSyncPath !== null) syncToken(created, tokenSyncPath)
  return created
}

function userOf(client: Auth): User {
  if (!client.currentUser) throw new Error('Nobody is signed in.')
  return client.currentUser
}
