import type { Auth } from 'firebase/auth'

import { problems, signIn } from '../../src/messages/messages.ts'
import { adviseOn } from '../account/auth-errors.ts'
import { askShop } from '../api/api-client.ts'
import type { Asking } from '../api/api-client.ts'

/** Ends every session of who is signed in. Rejects with an Error whose message is for people. */
export async function endSessions({ currentUser }: Auth): Promise<void> {
  if (!currentUser) throw new Error(signIn.ended)
  const asking: Asking = { idToken: (options) => currentUser.getIdToken(options?.renew) }
  try {
    const answer = await askShop(asking, { method: 'DELETE', path: '/api/me/sessions' })
    if (answer.status !== 204) throw new Error(problems.notSignedOutEverywhere)
  } catch (error) {
    const hasEnded = error instanceof Error && adviseOn(error.cause).reaction === 'sign-in-again'
    if (!hasEnded) throw error
  }
}
