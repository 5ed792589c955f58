import { onAuthStateChanged, signInAnonymously, signOut } from 'firebase/auth'
import type { Auth, User } from 'firebase/auth'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { reactionTo } from '../account/auth-errors.ts'
import { openAuth } from './auth.ts'
import { endSessions } from './sign-out-everywhere.ts'
import { takeSignedInMark } from './signed-in-mark.ts'

/** Who uses this browser, as the identity service knows them. */
export interface Session {
  /** Tells of the user, now and after each change; `null` while nobody is signed in. */
  watch(listener: (user: User | null) => void): () => void
  /** Signs in anonymously unless someone is signed in already. Rejects with an error for `describeAuthError`. */
  signIn(): Promise<void>
  /** A token that the server takes. `renew`: it refused the last one. Rejects with an error for `describeAuthError`. */
  idToken(options?: { renew: boolean }): Promise<string>
  /** Signs whoever it is out of this browser. */
  signOut(): Promise<void>
  /** Ends every session of whoever it is, wherever they are signed in. Rejects with an Error whose message is for people. */
  signOutEverywhere(): Promise<void>
}

let session: Session | undefined

/** The session of this page, of which there is one. */
export function openSession(identity: PublicIdentity): Session {
  return (session ??= createSession(openAuth(identity)))
}

function createSession(client: Auth): Session {
  const signInNow = async () => {
    await client.authStateReady()
    if (!client.currentUser) await signInAnonymously(client)
  }
  // At once for all who ask at the same time, or each of them would get an account of their own.
  let signingIn: Promise<void> | undefined
  const signIn = () => (signingIn ??= signInNow().finally(() => (signingIn = undefined)))

  const leave = () => {
    takeSignedInMark()
    return signOut(client)
  }

  return {
    watch: (listener) => onAuthStateChanged(client, listener),
    signIn,
    signOut: leave,
    async signOutEverywhere() {
      await endSessions(client)
      await leave()
    },
    idToken: async ({ renew } = { renew: false }) => {
      try {
        await signIn()
        return await userOf(client).getIdToken(renew)
      } catch (error) {
        if (reactionTo(error) !== 'sign-in-again') throw error
        await signOut(client) // The account is gone, or its tokens are: a new one takes its place.
        await signIn()
        return userOf(client).getIdToken()
      }
    },
  }
}

function userOf(client: Auth): User {
  if (!client.currentUser) throw new Error('Nobody is signed in.')
  return client.currentUser
}
