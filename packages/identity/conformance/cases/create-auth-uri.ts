import { fetchSignInMethodsForEmail } from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, rejectionOf, withClient } from '../client.ts'
import { newEmail, signUpWithPassword } from '../users.ts'

const continueUri = 'http://localhost'

export const createAuthUri: readonly Case[] = [
  {
    method: 'accounts:createAuthUri',
    title: 'answers alike for known and unknown e-mail addresses',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const ask = async (identifier: string) => {
          const { status, body } = await call(service, '/v1/accounts:createAuthUri', { identifier, continueUri })
          return { status, fields: Object.keys(body).toSorted() }
        }
        return {
          known: await fetchSignInMethodsForEmail(auth, email),
          unknown: await fetchSignInMethodsForEmail(auth, newEmail()),
          knownAnswer: await ask(email),
          unknownAnswer: await ask(newEmail()),
        }
      }),
    expected: {
      known: [],
      unknown: [],
      knownAnswer: { status: 200, fields: ['kind', 'sessionId'] },
      unknownAnswer: { status: 200, fields: ['kind', 'sessionId'] },
    },
  },
  ...rejections(
    'accounts:createAuthUri',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:createAuthUri', input)),
    {
      'a missing continueUri': [{ identifier: 'a@example.com' }, 'MISSING_CONTINUE_URI'],
      'an invalid continueUri': [{ identifier: 'a@example.com', continueUri: 'x' }, 'INVALID_CONTINUE_URI'],
      'a missing identifier': [{ continueUri }, 'MISSING_IDENTIFIER'],
      'an invalid e-mail address': [{ identifier: 'knitter', continueUri }, 'INVALID_IDENTIFIER'],
      'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]
