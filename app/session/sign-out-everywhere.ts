import type { Auth } from 'firebase/auth'

import { reactionTo } from '../account/auth-errors.ts'
import { apiFetch, type TokenSource } from '../api/api-client.ts'
import { LocalizedError } from '../api/localized-error.ts'

/** Revokes all sessions of the signed-in user. Rejects with an error for `errorMessage`. */
export async function revokeSessions({ currentUser }: Auth): Promise<void> {
  if (!currentUser) throw new LocalizedError(({ signIn }) => signIn.ended)
  const tokenSource: TokenSource = { idToken: (options) => currentUser.getIdToken(options?.renew) }
  try {
    const response = await apiFetch(tokenSource, { method: 'DELETE', path: '/api/me/sessions' })
    if (response.status !== 204) throw new LocalizedError(({ problems }) => problems.notSignedOutEverywhere)
  } catch (error) {
    const hasEnded = error instanceof Error && reactionTo(error.cause) === 'sign-in-again'
    if (!hasEnded) throw error
  }
}
