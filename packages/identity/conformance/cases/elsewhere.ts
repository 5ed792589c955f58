import { createUserWithEmailAndPassword, reload, signInWithEmailAndPassword } from 'firebase/auth'

import type { Case } from '../case.ts'
import { callTestRoute, outcomeOf, withClient } from '../client.ts'
import { newEmail, password } from '../people.ts'

/** The page’s. */
declare const location: { readonly origin: string }

export const elsewhere: readonly Case[] = [
  {
    method: 'a page of another origin',
    what: 'the client signs in, is refused, refreshes and looks itself up',
    needsBrowser: true,
    isFromElsewhere: true,
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        return {
          isElsewhere: location.origin !== service.origin,
          refused: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
          refreshed: await outcomeOf(user.getIdToken(true)),
          lookedUp: await outcomeOf(reload(user)),
        }
      }),
    expected: { isElsewhere: true, refused: 'auth/invalid-credential', refreshed: 'ok', lookedUp: 'ok' },
  },
  {
    method: 'a page of another origin',
    what: 'the test routes',
    needsBrowser: true,
    isFromElsewhere: true,
    run: async (service) => {
      const set = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }
      const { status, body } = await callTestRoute(service, 'PATCH', 'config', set)
      const links = await callTestRoute(service, 'GET', 'oobCodes')
      return { status, isSet: body['emailPrivacyConfig'], links: links.status }
    },
    expected: { status: 200, isSet: { enableImprovedEmailPrivacy: true }, links: 200 },
  },
]
