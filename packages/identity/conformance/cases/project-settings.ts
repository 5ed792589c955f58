import { initializeRecaptchaConfig, signInWithEmailAndPassword, validatePassword } from 'firebase/auth'

import type { Case } from '../case.ts'
import { call, outcomeOf, withClient } from '../client.ts'
import { password, signUpWithPassword } from '../users.ts'

export const projectSettings: readonly Case[] = [
  {
    method: 'projects',
    title: 'returns the authorized domains',
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
    title: 'the client validates a password',
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
    title: 'returns the policy',
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
    title: 'returns a site key',
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
    title: 'the client initialises reCAPTCHA and signs in without it',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const outcome = await outcomeOf(initializeRecaptchaConfig(auth))
        return { outcome, signedIn: await outcomeOf(signInWithEmailAndPassword(auth, email, password)) }
      }),
    expected: { outcome: 'ok', signedIn: 'ok' },
  },
]
