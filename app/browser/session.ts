import { initializeApp } from 'firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signInAnonymously,
} from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'

import type { PublicShop } from '../../src/http/page.ts'

/** Who uses this browser, as the identity service knows them. */
export interface Session {
  /** Tells of the user, now and after each change; `null` while nobody is signed in. */
  watch(listener: (user: User | null) => void): () => void
  /** Signs in anonymously unless someone is signed in already. Rejects when the identity service cannot be asked. */
  signIn(): Promise<void>
  /** A token that the server takes. `renew`: it refused the last one. */
  idToken(options?: { renew: boolean }): Promise<string>
}

let auth: Auth | undefined

/** The official client, one a page; with the embedded service it talks to the shop's own origin. */
export function openSession(identity: PublicShop['identity']): Session {
  auth ??= createAuth(identity)
  const client = auth
  const signIn = async () => {
    await client.authStateReady()
    if (!client.currentUser) await signInAnonymously(client)
  }
  return {
    watch: (listener) => onAuthStateChanged(client, listener),
    signIn,
    idToken: async ({ renew } = { renew: false }) => {
      try {
        await signIn()
        return await userOf(client).getIdToken(renew)
      } catch (error) {
        if (client.currentUser) throw error
        await signIn() // The account is gone, and the client has signed it out: a new one takes its place.
        return userOf(client).getIdToken()
      }
    },
  }
}

/** The client alone, for a page that signs nobody in by itself. */
export function createAuth({ apiKey, projectId, isEmbedded }: PublicShop['identity']): Auth {
  const created = initializeAuth(initializeApp({ apiKey, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (isEmbedded) connectAuthEmulator(created, location.origin, { disableWarnings: true })
  return created
}

function userOf(client: Auth): User {
  if (!client.currentUser) throw new Error('Nobody is signed in.')
  return client.currentUser
}
