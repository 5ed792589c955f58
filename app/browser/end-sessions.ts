import type { Auth } from 'firebase/auth'

import { problems, signIn } from '../../src/domain/messages.ts'
import { adviseOn } from './reactions.ts'

/** Ends every session of who is signed in. Rejects with an Error whose message is for people. */
export async function endSessions({ currentUser }: Auth): Promise<void> {
  if (!currentUser) throw new Error(signIn.ended)
  let idToken: string
  try {
    idToken = await currentUser.getIdToken()
  } catch (error) {
    const { reaction, words } = adviseOn(error)
    if (reaction === 'sign-in-again') return // They have ended already.
    throw new Error(words, { cause: error })
  }
  const answer = await askServer(idToken)
  if (answer.status !== 204) throw new Error(problems.notSignedOutEverywhere)
}

function askServer(idToken: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${idToken}` }
  return fetch('/api/me/sessions', { method: 'DELETE', headers }).catch((cause: unknown) => {
    throw new Error(problems.notSignedOutEverywhere, { cause })
  })
}
