import {
  initializeRecaptchaConfig,
  multiFactor,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPhoneNumber,
  TotpMultiFactorGenerator,
  validatePassword,
  type ApplicationVerifier,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, outcomeOf, rejectionOf } from '../client.ts'
import { googleCredential, newClaims } from '../providers.ts'
import { password, signUpWithPassword } from '../users.ts'

/** Includes `_reset`, which the client needs but does not declare. */
const verifier = { type: 'recaptcha', verify: async () => 'token', _reset: () => undefined } as ApplicationVerifier

/** Methods for what ours does not support, with invalid requests. */
const unsupported: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  '/v1/accounts:sendVerificationCode': {
    'a phone number': { phoneNumber: '+94771234567', recaptchaToken: 'x' },
    'a missing phone number': {},
  },
  '/v1/accounts:signInWithPhoneNumber': {
    'an empty request': {},
    'an unknown session': { sessionInfo: 'x', code: '123456' },
    'an invalid proof': { temporaryProof: 'x', phoneNumber: '+94771234567' },
  },
  '/v2/accounts/mfaEnrollment:start': { 'a second factor': { idToken: 'x', phoneEnrollmentInfo: {} } },
  '/v2/accounts/mfaEnrollment:finalize': { 'a second factor': { idToken: 'x', phoneVerificationInfo: {} } },
  '/v2/accounts/mfaEnrollment:withdraw': { 'a second factor': { idToken: 'x', mfaEnrollmentId: 'x' } },
  '/v2/accounts/mfaSignIn:start': { 'a second factor': { mfaEnrollmentId: 'x' } },
  '/v2/accounts/mfaSignIn:finalize': { 'a second factor': { phoneVerificationInfo: {} } },
}

export const projectSettings: readonly Case[] = [
  ...casesOf('projects', {
    'returns the authorized domains': {
      async run({ service }) {
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
  }),
  ...casesOf('passwordPolicy', {
    'the client validates a password': {
      async run({ auth }) {
        const check = async (secret: string) => {
          const { isValid, meetsMinPasswordLength } = await validatePassword(auth, secret)
          return [isValid, meetsMinPasswordLength ?? null]
        }
        return { outcome: await outcomeOf(check('secret1')) }
      },
      expected: { outcome: 'ok' },
    },
    'returns the policy': {
      async run({ service }) {
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
  }),
  ...casesOf('recaptchaParams', {
    'returns a site key': {
      async run({ service }) {
        const { status, body } = await call(service, '/v1/recaptchaParams', undefined, 'GET')
        return { status, fields: Object.keys(body).toSorted(), kind: body['kind'] }
      },
      expected: {
        status: 200,
        fields: ['kind', 'recaptchaSiteKey', 'recaptchaStoken'],
        kind: 'identitytoolkit#GetRecaptchaParamResponse',
      },
    },
  }),
  ...casesOf('recaptchaConfig', {
    'the client initialises reCAPTCHA and signs in without it': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const outcome = await outcomeOf(initializeRecaptchaConfig(auth))
        return { outcome, signedIn: await outcomeOf(signInWithEmailAndPassword(auth, email, password)) }
      },
      expected: { outcome: 'ok', signedIn: 'ok' },
    },
  }),
  ...casesOf('accounts:sendVerificationCode', {
    'the client cannot sign in by phone': {
      browserOnly: true,
      run: async ({ auth }) => ({
        outcome: await outcomeOf(signInWithPhoneNumber(auth, '+94771234567', verifier)),
      }),
      expected: { outcome: 'auth/operation-not-allowed' },
    },
  }),
  ...casesOf('mfaEnrollment:start', {
    'the client cannot add a second factor': {
      async run({ auth }) {
        const { user } = await signInWithCredential(auth, googleCredential(newClaims()))
        const session = await multiFactor(user).getSession()
        return { outcome: await outcomeOf(TotpMultiFactorGenerator.generateSecret(session)) }
      },
      expected: { outcome: 'auth/operation-not-allowed' },
    },
  }),
  ...casesOf('unknown method', {
    'returns 501': {
      run: async ({ service }) => ({ status: (await call(service, '/v1/accounts:knit', {})).status }),
      expected: { status: 501 },
    },
  }),
  ...casesOf('accounts:signUp', {
    'rejects a tenant': {
      async run({ auth }) {
        auth.tenantId = 'guild'
        return { outcome: await outcomeOf(signInAnonymously(auth)) }
      },
      expected: { outcome: 'auth/unsupported-tenant-operation' },
    },
  }),
  ...Object.entries(unsupported).flatMap(([path, inputs]) =>
    Object.entries(inputs).flatMap(([fault, input]) =>
      rejections(
        path.slice(path.lastIndexOf('/') + 1),
        { [fault]: [input, 'OPERATION_NOT_ALLOWED'] },
        async (service) => rejectionOf(await call(service, path, input)),
      ),
    ),
  ),
]
