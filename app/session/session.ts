import { onAuthStateChanged, signInAnonymously, signOut, type Auth, type User } from 'firebase/auth'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { reactionTo } from '../account/auth-errors.ts'
import { apiFetch, type TokenSource } from '../api/api-client.ts'
import { LocalizedError } from '../api/localized-error.ts'
import { openAuth } from './auth.ts'
import { consumeSignedInMark, keepOwnerMark } from './marks.ts'

export type { User } from 'firebase/auth'

export type Session = ReturnType<typeof createSession>

let session: Session | undefined

/** The one session of this page. */
export function openSession(identity: PublicIdentity): Session {
  return (session ??= createSession(openAuth(identity)))
}

/** The user of this browser. An ID token creates an account, if there is none. */
function createSession(client: Auth) {
  // Signed out here or in another tab, or the session was ended elsewhere.
  onAuthStateChanged(client, (user) => {
    if (!user || user.isAnonymous) keepOwnerMark(false)
  })

  // The user may have signed in in another tab while this one was waiting for its anonymous account.
  client.beforeAuthStateChanged((user) => {
    if (user?.isAnonymous && client.currentUser?.isAnonymous === false) throw new Error('Signed in already.')
  })

  const signInNow = async () => {
    await client.authStateReady()
    if (client.currentUser) return
    await signInAnonymously(client).catch((error: unknown) => {
      if (!client.currentUser) throw error
    })
  }
  // One call for all concurrent callers, or each would create an account.
  let signingIn: Promise<void> | undefined
  const signIn = () => (signingIn ??= signInNow().finally(() => (signingIn = undefined)))

  const signOutHere = () => {
    consumeSignedInMark()
    return signOut(client)
  }

  return {
    /** Calls `listener` with the user, now and after each change; `null` when signed out. */
    watch: (listener: (user: User | null) => void) => onAuthStateChanged(client, listener),
    /** Signs in anonymously, unless signed in already. Rejects with an error for `describeAuthError`. */
    signIn,
    /** Signs out of this browser. */
    signOut: signOutHere,
    /** Revokes all sessions of the user. Rejects with an error for `errorMessage`. */
    async signOutEverywhere(): Promise<void> {
      await revokeSessions(client.currentUser)
      await signOutHere()
    },
    idToken: async ({ renew } = { renew: false }) => {
      let user: User | undefined
      try {
        await signIn()
        user = userOf(client)
        return await user.getIdToken(renew)
      } catch (error) {
        if (reactionTo(error) !== 'sign-in-again') throw error
        // The account or its session no longer exists: create a new one, unless another user has signed in meanwhile.
        if (client.currentUser === user) await signOut(client)
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

async function revokeSessions(user: User | null): Promise<void> {
  if (!user) throw new LocalizedError(({ signIn }) => signIn.ended)
  const tokenSource: TokenSource = { idToken: (options) => user.getIdToken(options?.renew) }
  try {
    const response = await apiFetch(tokenSource, { method: 'DELETE', path: '/api/me/sessions' })
    if (response.status !== 204) throw new LocalizedError(({ problems }) => problems.notSignedOutEverywhere)
  } catch (error) {
    const hasEnded = error instanceof Error && reactionTo(error.cause) === 'sign-in-again'
    if (!hasEnded) throw error
  }
}
