import { rejections, type Case } from '../case.ts'
import { call, rejectionOf } from '../client.ts'
import type { Service } from '../service.ts'
import { newEmail, signUpAnonymously, signUpWithPassword } from '../users.ts'

/** Fields of a request, or a function that makes them. */
type Fields = Readonly<Record<string, unknown>>
type Prepare = (service: Service) => Promise<Fields>

const reset = { requestType: 'PASSWORD_RESET', email: 'a@example.com' }
const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL' }
const withToken = async (service: Service) => ({ idToken: (await signUpWithPassword(service)).idToken })

async function send(service: Service, input: unknown) {
  const fields = typeof input === 'function' ? await (input as Prepare)(service) : input
  return rejectionOf(await call(service, '/v1/accounts:sendOobCode', fields))
}

const preparedInputs: Readonly<Record<string, readonly [input: Prepare, code: string]>> = {
  'a verification for a user without an e-mail address': [
    async (service) => ({ requestType: 'VERIFY_EMAIL', idToken: (await signUpAnonymously(service)).idToken }),
    'MISSING_EMAIL',
  ],
  'a change of the e-mail address for a user without one': [
    async (service) => ({ ...change, newEmail: newEmail(), idToken: (await signUpAnonymously(service)).idToken }),
    'MISSING_EMAIL',
  ],
  'a change of the e-mail address without the new one': [
    async (service) => ({ ...change, ...(await withToken(service)) }),
    'MISSING_NEW_EMAIL',
  ],
  'a change to an invalid e-mail address': [
    async (service) => ({ ...change, newEmail: 'knitter', ...(await withToken(service)) }),
    'INVALID_EMAIL',
  ],
  'a change to the e-mail address of another account': [
    async (service) => ({
      ...change,
      newEmail: (await signUpWithPassword(service)).email,
      ...(await withToken(service)),
    }),
    'EMAIL_EXISTS',
  ],
  'a continue URL on another site': [
    async (service) => ({
      requestType: 'VERIFY_EMAIL',
      ...(await withToken(service)),
      continueUrl: 'https://example.com/',
    }),
    'UNAUTHORIZED_DOMAIN',
  ],
  'a continue URL whose path is another host': [
    async (service) => ({
      requestType: 'VERIFY_EMAIL',
      ...(await withToken(service)),
      continueUrl: `${service.origin}//example.com/`,
    }),
    'UNAUTHORIZED_DOMAIN',
  ],
}

export const sendOobCodeRejections: readonly Case[] = [
  ...rejections('accounts:sendOobCode', send, {
    'an empty request': [{}, 'MISSING_REQ_TYPE'],
    'an unspecified request type': [{ ...reset, requestType: 'OOB_REQ_TYPE_UNSPECIFIED' }, 'MISSING_REQ_TYPE'],
    'an unknown request type': [{ ...reset, requestType: 'KNIT' }, 'INVALID_ARGUMENT'],
    'a request to recover an e-mail address': [{ ...reset, requestType: 'RECOVER_EMAIL' }, 'INVALID_REQ_TYPE'],
    'a request for the link itself': [{ ...reset, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    'an invalid continue URL': [{ ...reset, continueUrl: 'x' }, 'INVALID_CONTINUE_URI'],
    'a password reset without an e-mail address': [{ requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    'a password reset for an invalid e-mail address': [{ ...reset, email: 'knitter' }, 'INVALID_EMAIL'],
    'a sign-in link without an e-mail address': [{ requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    'a sign-in link for an invalid e-mail address': [
      { requestType: 'EMAIL_SIGNIN', email: 'knitter' },
      'INVALID_EMAIL',
    ],
    'a verification without an ID token': [{ requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    'a verification with a forged ID token': [{ requestType: 'VERIFY_EMAIL', idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'a change of the e-mail address without an ID token': [
      { ...change, newEmail: 'b@example.com' },
      'MISSING_ID_TOKEN',
    ],
    'a change of the e-mail address with a forged ID token': [
      { ...change, newEmail: 'b@example.com', idToken: 'x' },
      'INVALID_ID_TOKEN',
    ],
    'an e-mail address that is a list': [{ ...reset, email: [] }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
  ...rejections('accounts:sendOobCode', send, preparedInputs),
]
