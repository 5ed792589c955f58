import { TotpMultiFactorGenerator, multiFactor, signInWithCredential, signInWithPhoneNumber } from 'firebase/auth'
import type { ApplicationVerifier } from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, outcomeOf, refusalOf, withClient } from '../client.ts'
import { googleCredential, newClaims } from '../providers.ts'

/** Members of the client’s class that its types do not have. */
const verifier = { type: 'recaptcha', verify: async () => 'token', _reset: () => undefined } as ApplicationVerifier

const phoneCases: Case[] = [
  {
    method: 'accounts:sendVerificationCode',
    what: 'the client signs in by phone',
    needsBrowser: true,
    run: (service) =>
      withClient(service, async (auth) => ({
        outcome: await outcomeOf(signInWithPhoneNumber(auth, '+94771234567', verifier)),
      })),
    expected: { outcome: 'auth/operation-not-allowed' },
  },
  ...refuse('accounts:sendVerificationCode', '/v1/accounts:sendVerificationCode', {
    'a phone number': { phoneNumber: '+94771234567', recaptchaToken: 'x' },
    'no phone number': {},
  }),
  ...refuse('accounts:signInWithPhoneNumber', '/v1/accounts:signInWithPhoneNumber', {
    'nothing at all': {},
    'an unknown session': { sessionInfo: 'x', code: '123456' },
    'an invalid proof': { temporaryProof: 'x', phoneNumber: '+94771234567' },
  }),
]

const secondFactorCases: Case[] = [
  {
    method: 'mfaEnrollment:start',
    what: 'the client adds a second factor',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInWithCredential(auth, googleCredential(newClaims()))
        const session = await multiFactor(user).getSession()
        return { outcome: await outcomeOf(TotpMultiFactorGenerator.generateSecret(session)) }
      }),
    expected: { outcome: 'auth/operation-not-allowed' },
  },
  ...refuse('mfaEnrollment:start', '/v2/accounts/mfaEnrollment:start', {
    'a second factor': { idToken: 'x', phoneEnrollmentInfo: {} },
  }),
  ...refuse('mfaEnrollment:finalize', '/v2/accounts/mfaEnrollment:finalize', {
    'a second factor': { idToken: 'x', phoneVerificationInfo: {} },
  }),
  ...refuse('mfaEnrollment:withdraw', '/v2/accounts/mfaEnrollment:withdraw', {
    'a second factor': { idToken: 'x', mfaEnrollmentId: 'x' },
  }),
  ...refuse('mfaSignIn:start', '/v2/accounts/mfaSignIn:start', {
    'a second factor': { mfaEnrollmentId: 'x' },
  }),
  ...refuse('mfaSignIn:finalize', '/v2/accounts/mfaSignIn:finalize', {
    'a second factor': { phoneVerificationInfo: {} },
  }),
]

const unknown: Case = {
  method: 'an unknown method',
  what: 'a request',
  run: async (service) => ({ status: (await call(service, '/v1/accounts:knit', {})).status }),
  expected: { status: 501 },
}

function refuse(method: string, path: string, inputs: Readonly<Record<string, object>>): Case[] {
  const coded = Object.entries(inputs).map(([what, input]) => [what, [input, 'OPERATION_NOT_ALLOWED']] as const)
  return refusals(
    method,
    async (service, input) => refusalOf(await call(service, path, input)),
    Object.fromEntries(coded),
  )
}

export const notOffered: readonly Case[] = [...phoneCases, ...secondFactorCases, unknown]
