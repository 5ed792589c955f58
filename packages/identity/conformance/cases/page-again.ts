import { signInAnonymously } from 'firebase/auth'

import type { Case } from '../case.ts'
import { call, newClientName, withClient } from '../client.ts'
import type { Service } from '../service.ts'

/** Signs a user in, runs an action, and opens the page again, so that the client looks up its stored user. */
async function openAgain(service: Service, meanwhile: (idToken: string) => Promise<unknown>) {
  const name = newClientName()
  const [uid, idToken] = await withClient(
    service,
    async (auth) => {
      const { user } = await signInAnonymously(auth)
      return [user.uid, await user.getIdToken()] as const
    },
    name,
  )
  await meanwhile(idToken)
  return withClient(
    service,
    async (auth) => {
      await auth.authStateReady()
      return { isSame: auth.currentUser?.uid === uid, isSignedOut: auth.currentUser === null }
    },
    name,
  )
}

export const pageAgain: readonly Case[] = [
  {
    method: 'accounts:lookup',
    what: 'the page is opened again',
    needsBrowser: true,
    run: (service) => openAgain(service, async () => undefined),
    expected: { isSame: true, isSignedOut: false },
  },
  {
    method: 'accounts:lookup',
    what: 'the page is opened again after the account was deleted',
    needsBrowser: true,
    run: (service) => openAgain(service, (idToken) => call(service, '/v1/accounts:delete', { idToken })),
    expected: { isSame: false, isSignedOut: true },
  },
]
