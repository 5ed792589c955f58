import type { Auth } from 'firebase/auth'

import { reactionTo } from '../account/auth-errors.ts'
import { askShop } from '../api/api-client.ts'
import type { Asking } from '../api/api-client.ts'
import { LocalizedError } from '../api/localized-error.ts'

/** Ends every session of who is signed in. Rejects with an Error whose message is for people. */
export async function endSessions({ currentUser }: Auth): Promise<void> {
  if (!currentUser) throw new LocalizedError(({ signIn }) => signIn.ended)
  const asking: Asking = { idToken: (options) => currentUser.getIdToken(options?.renew) }
  try {
    const answer = await askShop(asking, { method: 'DELETE', path: '/api/me/sessions' })
    if (answer.status !== 204) throw new LocalizedError(({ problems }) => problems.notSignedOutEverywhere)
  } catch (error) {
    const hasEnded = error instanceof Error && reactionTo(error.cause) === 'sign-in-again'
    if (!hasEnded) throw error
  }
}
