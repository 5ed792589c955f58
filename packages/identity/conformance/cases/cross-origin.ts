import { createUserWithEmailAndPassword, reload, signInWithEmailAndPassword } from 'firebase/auth'

import type { Case } from '../case.ts'
import { callEmulatorRoute, outcomeOf, withClient } from '../client.ts'
import { newEmail, password } from '../users.ts'

/** The page's. */
declare const location: { readonly origin: string }

export const crossOrigin: readonly Case[] = [
  {
    method: 'cross-origin page',
    title: 'the client can sign in, refresh and reload its user',
    browserOnly: true,
    isCrossOrigin: true,
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        return {
          isOtherOrigin: location.origin !== service.origin,
          rejected: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
          refreshed: await outcomeOf(user.getIdToken(true)),
          reloaded: await outcomeOf(reload(user)),
        }
      }),
    expected: { isOtherOrigin: true, rejected: 'auth/invalid-credential', refreshed: 'ok', reloaded: 'ok' },
  },
  {
    method: 'cross-origin page',
    title: 'the emulator routes accept requests',
    browserOnly: true,
    isCrossOrigin: true,
    run: async (service) => {
      const config = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }
      const { status, body } = await callEmulatorRoute(service, 'PATCH', 'config', config)
      const links = await callEmulatorRoute(service, 'GET', 'oobCodes')
      return { status, config: body['emailPrivacyConfig'], links: links.status }
    },
    expected: { status: 200, config: { enableImprovedEmailPrivacy: true }, links: 200 },
  },
]
