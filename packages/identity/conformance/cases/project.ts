import {
  fetchSignInMethodsForEmail,
  initializeRecaptchaConfig,
  revokeAccessToken,
  signInAnonymously,
  signInWithEmailAndPassword,
  validatePassword,
} from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, outcomeOf, refusalOf, withClient } from '../client.ts'
import { newEmail, password, signUpWithPassword } from '../people.ts'

const continueUri = 'http://localhost'

const createAuthUriCases: Case[] = [
  {
    method: 'accounts:createAuthUri',
    what: 'an address with an account, and one without',
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
      'no continue URL': [{ identifier: 'a@example.com' }, 'MISSING_CONTINUE_URI'],
      'an invalid continue URL': [{ identifier: 'a@example.com', continueUri: 'x' }, 'INVALID_CONTINUE_URI'],
      'no identifier': [{ continueUri }, 'MISSING_IDENTIFIER'],
      'an invalid e-mail address': [{ identifier: 'knitter', continueUri }, 'INVALID_IDENTIFIER'],
      'invalid JSON': ['{', 'INVALID_ARGUMENT'],
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
    what: 'the client checks a password against the policy',
    run: (service) =>
      withClient(service, async (auth) => {
        const check = async (secret: string) => {
          const { isValid, meetsMinPasswordLength } = await validatePassword(auth, secret)
          return [isValid, meetsMinPasswordLength ?? null]
        }
        return { outcome: await outcomeOf(check('secret1')) }
      }),
    expected: { outcome: 'ok' },
  },
  {
    method: 'passwordPolicy',
    what: 'the answer',
    run: async (service) => {
      const { status, body } = await call(service, '/v2/passwordPolicy', undefined, 'GET')
      return { status, fields: Object.keys(body).toSorted() }
    },
    expected: {
      status: 200,
      fields: [
        'allowedNonAlphanumericCharacters',
        'customStrengthOptions',
        'enforcementState',
        'forceUpgradeOnSignin',
        'schemaVersion',
      ],
    },
  },
  {
    method: 'recaptchaParams',
    what: 'the answer',
    run: async (service) => {
      const { status, body } = await call(service, '/v1/recaptchaParams', undefined, 'GET')
      return { status, fields: Object.keys(body).toSorted(), kind: body['kind'] }
    },
    expected: {
      status: 200,
      fields: ['kind', 'recaptchaSiteKey', 'recaptchaStoken'],
      kind: 'identitytoolkit#GetRecaptchaParamResponse',
    },
  },
  {
    method: 'recaptchaConfig',
    what: 'the client initialises reCAPTCHA, and signs in without it',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const outcome = await outcomeOf(initializeRecaptchaConfig(auth))
        return { outcome, signedIn: await outcomeOf(signInWithEmailAndPassword(auth, email, password)) }
      }),
    expected: { outcome: 'ok', signedIn: 'ok' },
  },
]

const revokeCases: Case[] = [
  {
    method: 'accounts:revokeToken',
    what: 'the client revokes its session',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const revoked = await outcomeOf(revokeAccessToken(auth, user.refreshToken))
        return { revoked, refreshed: await outcomeOf(user.getIdToken(true)) }
      }),
    expected: { revoked: 'ok', refreshed: 'auth/user-token-expired' },
  },
  {
    method: 'accounts:revokeToken',
    what: 'the client revokes a token of another provider',
    run: (service) =>
      withClient(service, async (auth) => {
        await signInAnonymously(auth)
        return { revoked: await outcomeOf(revokeAccessToken(auth, 'token')) }
      }),
    expected: { revoked: 'auth/invalid-provider-id' },
  },
  ...refusals(
    'accounts:revokeToken',
    async (service, input) => refusalOf(await call(service, '/v2/accounts:revokeToken', input)),
    {
      'nothing to revoke': [{}, 'MISSING_ID_TOKEN'],
      'no token': [{ idToken: 'x' }, 'MISSING_TOKEN'],
      'a forged ID token': [{ idToken: 'x', token: 'x' }, 'INVALID_ID_TOKEN'],
    },
  ),
]

export const project: readonly Case[] = [...createAuthUriCases, ...projectCases, ...revokeCases]
