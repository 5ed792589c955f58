import {
  TotpMultiFactorGenerator,
  multiFactor,
  signInAnonymously,
  signInWithCredential,
  signInWithPhoneNumber,
  type ApplicationVerifier,
} from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, outcomeOf, rejectionOf, withClient } from '../client.ts'
import { googleCredential, newClaims } from '../providers.ts'

/** Includes `_reset`, which the client needs but does not declare. */
const verifier = { type: 'recaptcha', verify: async () => 'token', _reset: () => undefined } as ApplicationVerifier

const phoneCases: Case[] = [
  {
    method: 'accounts:sendVerificationCode',
    title: 'the client cannot sign in by phone',
    browserOnly: true,
    run: (service) =>
      withClient(service, async (auth) => ({
        outcome: await outcomeOf(signInWithPhoneNumber(auth, '+94771234567', verifier)),
      })),
    expected: { outcome: 'auth/operation-not-allowed' },
  },
  ...unsupported('accounts:sendVerificationCode', '/v1/accounts:sendVerificationCode', {
    'a phone number': { phoneNumber: '+94771234567', recaptchaToken: 'x' },
    'a missing phone number': {},
  }),
  ...unsupported('accounts:signInWithPhoneNumber', '/v1/accounts:signInWithPhoneNumber', {
    'an empty request': {},
    'an unknown session': { sessionInfo: 'x', code: '123456' },
    'an invalid proof': { temporaryProof: 'x', phoneNumber: '+94771234567' },
  }),
]

const secondFactorCases: Case[] = [
  {
    method: 'mfaEnrollment:start',
    title: 'the client cannot add a second factor',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInWithCredential(auth, googleCredential(newClaims()))
        const session = await multiFactor(user).getSession()
        return { outcome: await outcomeOf(TotpMultiFactorGenerator.generateSecret(session)) }
      }),
    expected: { outcome: 'auth/operation-not-allowed' },
  },
  ...unsupported('mfaEnrollment:start', '/v2/accounts/mfaEnrollment:start', {
    'a second factor': { idToken: 'x', phoneEnrollmentInfo: {} },
  }),
  ...unsupported('mfaEnrollment:finalize', '/v2/accounts/mfaEnrollment:finalize', {
    'a second factor': { idToken: 'x', phoneVerificationInfo: {} },
  }),
  ...unsupported('mfaEnrollment:withdraw', '/v2/accounts/mfaEnrollment:withdraw', {
    'a second factor': { idToken: 'x', mfaEnrollmentId: 'x' },
  }),
  ...unsupported('mfaSignIn:start', '/v2/accounts/mfaSignIn:start', {
    'a second factor': { mfaEnrollmentId: 'x' },
  }),
  ...unsupported('mfaSignIn:finalize', '/v2/accounts/mfaSignIn:finalize', {
    'a second factor': { phoneVerificationInfo: {} },
  }),
]

const unknownMethod: Case = {
  method: 'unknown method',
  title: 'returns 501',
  run: async (service) => ({ status: (await call(service, '/v1/accounts:knit', {})).status }),
  expected: { status: 501 },
}

const tenantCase: Case = {
  method: 'accounts:signUp',
  title: 'rejects a tenant',
  run: (service) =>
    withClient(service, async (auth) => {
      auth.tenantId = 'guild'
      return { outcome: await outcomeOf(signInAnonymously(auth)) }
    }),
  expected: { outcome: 'auth/unsupported-tenant-operation' },
}

function unsupported(method: string, path: string, inputs: Readonly<Record<string, object>>): Case[] {
  const coded = Object.entries(inputs).map(([fault, input]) => [fault, [input, 'OPERATION_NOT_ALLOWED']] as const)
  return rejections(
    method,
    async (service, input) => rejectionOf(await call(service, path, input)),
    Object.fromEntries(coded),
  )
}

export const unsupportedMethods: readonly Case[] = [...phoneCases, ...secondFactorCases, unknownMethod, tenantCase]
