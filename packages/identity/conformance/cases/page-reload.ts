import { signInAnonymously } from 'firebase/auth'

import type { Case } from '../case.ts'
import { call, newClientName, withClient } from '../client.ts'
import type { Service } from '../service.ts'

/** Signs a user in, does something, and reloads the page: the client then looks up its stored user. */
async function reloadPage(service: Service, meanwhile: (idToken: string) => Promise<unknown>) {
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

export const pageReload: readonly Case[] = [
  {
    method: 'accounts:lookup',
    title: 'the client stays signed in when the page is reloaded',
    browserOnly: true,
    run: (service) => reloadPage(service, async () => undefined),
    expected: { isSame: true, isSignedOut: false },
  },
  {
    method: 'accounts:lookup',
    title: 'the client signs out when the page is reloaded after the account was deleted',
    browserOnly: true,
    run: (service) => reloadPage(service, (idToken) => call(service, '/v1/accounts:delete', { idToken })),
    expected: { isSame: false, isSignedOut: true },
  },
]
