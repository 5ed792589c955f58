import { fetchSignInMethodsForEmail, validatePassword } from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, outcomeOf, refusalOf, withClient } from '../client.ts'
import { newEmail, signUpWithPassword } from '../people.ts'

const continueUri = 'http://localhost'

const createAuthUriCases: Case[] = [
  {
    method: 'accounts:createAuthUri',
    what: 'an address that has an account, and one that has none',
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
          answerToKnown: await ask(email),
          answerToUnknown: await ask(newEmail()),
        }
      }),
    expected: {
      known: [],
      unknown: [],
      answerToKnown: { status: 200, fields: ['kind', 'sessionId'] },
      answerToUnknown: { status: 200, fields: ['kind', 'sessionId'] },
    },
  },
  ...refusals(
    'accounts:createAuthUri',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:createAuthUri', input)),
    {
      'no address to come back to': [{ identifier: 'a@example.com' }, 'MISSING_CONTINUE_URI'],
      'an address to come back to that is none': [
        { identifier: 'a@example.com', continueUri: 'x' },
        'INVALID_CONTINUE_URI',
      ],
      'nobody to ask about': [{ continueUri }, 'MISSING_IDENTIFIER'],
      'an e-mail address that is none': [{ identifier: 'knitter', continueUri }, 'INVALID_IDENTIFIER'],
      'no JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

const projectCases: Case[] = [
  {
    method: 'projects',
    what: 'the authorized domains',
    run: async (service) => {
      const { status, body } = await call(service, '/v1/projects', undefined, 'GET')
      const domains = body['authorizedDomains'] as string[]
      return {
        status,
        hasLocalhost: domains.includes('localhost'),
        hasProjectId: typeof body['projectId'] === 'string',
      }
    },
    expected: { status: 200, hasLocalhost: true, hasProjectId: true },
  },
  {
    method: 'passwordPolicy',
    what: 'the client holds a password against the policy',
    run: (service) =>
      withClient(service, async (auth) => {
        const check = async (password: string) => {
          const { isValid, meetsMinPasswordLength } = await validatePassword(auth, password)
          return [isValid, meetsMinPasswordLength ?? null]
        }
        return { outcome: await outcomeOf(check('secret1')) }
      }),
    expected: { outcome: 'ok' },
  },
  {
    method: 'recaptchaConfig',
    what: 'asked for',
    run: async (service) => ({ status: (await call(service, '/v2/recaptchaConfig', undefined, 'GET')).status }),
    expected: { status: 200 },
  },
  {
    method: 'accounts:revokeToken',
    what: 'nothing to revoke',
    run: async (service) => ({ status: (await call(service, '/v2/accounts:revokeToken', {})).status }),
    expected: { status: 400 },
  },
]

const phoneCases: Case[] = [
  ...refusals(
    'accounts:sendVerificationCode',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:sendVerificationCode', input)),
    { 'a telephone number': [{ phoneNumber: '+94771234567', recaptchaToken: 'x' }, 'OPERATION_NOT_ALLOWED'] },
  ),
  ...refusals(
    'mfaEnrollment:start',
    async (service, input) => refusalOf(await call(service, '/v2/accounts/mfaEnrollment:start', input)),
    { 'a second factor': [{ idToken: 'x', phoneEnrollmentInfo: {} }, 'OPERATION_NOT_ALLOWED'] },
  ),
  {
    method: 'a method that there is not',
    what: 'asked for',
    run: async (service) => ({ status: (await call(service, '/v1/accounts:knit', {})).status }),
    expected: { status: 501 },
  },
]

export const project: readonly Case[] = [...createAuthUriCases, ...projectCases, ...phoneCases]
