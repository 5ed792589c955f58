import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, refusalOf } from '../client.ts'
import { newEmail, signUpAnonymously, signUpWithPassword } from '../people.ts'
import type { Service } from '../service.ts'

/** Fields of a request, or a function of the service that returns them. */
type Fields = Readonly<Record<string, unknown>>
type Prepare = (service: Service) => Promise<Fields>

const reset = { requestType: 'PASSWORD_RESET', email: 'a@example.com' }
const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL' }
const withToken = async (service: Service) => ({ idToken: (await signUpWithPassword(service)).idToken })

async function send(service: Service, input: unknown) {
  const fields = typeof input === 'function' ? await (input as Prepare)(service) : input
  return refusalOf(await call(service, '/v1/accounts:sendOobCode', fields))
}

const prepared: Readonly<Record<string, readonly [input: Prepare, code: string]>> = {
  'confirming an address, for a user without one': [
    async (service) => ({ requestType: 'VERIFY_EMAIL', idToken: (await signUpAnonymously(service)).idToken }),
    'MISSING_EMAIL',
  ],
  'a new address, for a user without one': [
    async (service) => ({ ...change, newEmail: newEmail(), idToken: (await signUpAnonymously(service)).idToken }),
    'MISSING_EMAIL',
  ],
  'another address, which is not named': [
    async (service) => ({ ...change, ...(await withToken(service)) }),
    'MISSING_NEW_EMAIL',
  ],
  'a new address that is invalid': [
    async (service) => ({ ...change, newEmail: 'knitter', ...(await withToken(service)) }),
    'INVALID_EMAIL',
  ],
  'a new address that another user has': [
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
  'a continue URL whose path leads to another host': [
    async (service) => ({
      requestType: 'VERIFY_EMAIL',
      ...(await withToken(service)),
      continueUrl: `${service.origin}//example.com/`,
    }),
    'UNAUTHORIZED_DOMAIN',
  ],
}

export const mailRefusals: readonly Case[] = [
  ...refusals('accounts:sendOobCode', send, {
    'nothing at all': [{}, 'MISSING_REQ_TYPE'],
    'no specific request type': [{ ...reset, requestType: 'OOB_REQ_TYPE_UNSPECIFIED' }, 'MISSING_REQ_TYPE'],
    'an unknown request type': [{ ...reset, requestType: 'KNIT' }, 'INVALID_ARGUMENT'],
    'a recovery link': [{ ...reset, requestType: 'RECOVER_EMAIL' }, 'INVALID_REQ_TYPE'],
    'returning the link': [{ ...reset, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    'an invalid continue URL': [{ ...reset, continueUrl: 'x' }, 'INVALID_CONTINUE_URI'],
    'a new password without an address': [{ requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    'a new password for an invalid address': [{ ...reset, email: 'knitter' }, 'INVALID_EMAIL'],
    'a sign-in link without an address': [{ requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    'a sign-in link for an invalid address': [{ requestType: 'EMAIL_SIGNIN', email: 'knitter' }, 'INVALID_EMAIL'],
    'confirming an address without an ID token': [{ requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    'confirming an address with a forged ID token': [{ requestType: 'VERIFY_EMAIL', idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'a new address without an ID token': [{ ...change, newEmail: 'b@example.com' }, 'MISSING_ID_TOKEN'],
    'a new address with a forged ID token': [
      { ...change, newEmail: 'b@example.com', idToken: 'x' },
      'INVALID_ID_TOKEN',
    ],
    'an address that is a list': [{ ...reset, email: [] }, 'INVALID_ARGUMENT'],
    'invalid JSON': ['{', 'INVALID_ARGUMENT'],
  }),
  ...refusals('accounts:sendOobCode', send, prepared),
]
