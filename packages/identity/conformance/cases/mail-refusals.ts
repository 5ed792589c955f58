import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, refusalOf } from '../client.ts'
import { newEmail, signUpAnonymously, signUpWithPassword } from '../people.ts'
import type { Service } from '../service.ts'

/** Fields of a request; what is a function of a service is asked of it first. */
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
  'to confirm an address, for somebody who has none': [
    async (service) => ({ requestType: 'VERIFY_EMAIL', idToken: (await signUpAnonymously(service)).idToken }),
    'MISSING_EMAIL',
  ],
  'another address, for somebody who has none': [
    async (service) => ({ ...change, newEmail: newEmail(), idToken: (await signUpAnonymously(service)).idToken }),
    'MISSING_EMAIL',
  ],
  'another address, which is not named': [
    async (service) => ({ ...change, ...(await withToken(service)) }),
    'MISSING_NEW_EMAIL',
  ],
  'another address, which is none': [
    async (service) => ({ ...change, newEmail: 'knitter', ...(await withToken(service)) }),
    'INVALID_EMAIL',
  ],
  'another address, which somebody has': [
    async (service) => ({
      ...change,
      newEmail: (await signUpWithPassword(service)).email,
      ...(await withToken(service)),
    }),
    'EMAIL_EXISTS',
  ],
  'an address of their own site to go on to': [
    async (service) => ({
      requestType: 'VERIFY_EMAIL',
      ...(await withToken(service)),
      continueUrl: 'https://example.com/',
    }),
    'UNAUTHORIZED_DOMAIN',
  ],
  'a path to go on to that is another host': [
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
    'no request in particular': [{ ...reset, requestType: 'OOB_REQ_TYPE_UNSPECIFIED' }, 'MISSING_REQ_TYPE'],
    'a request that there is not': [{ ...reset, requestType: 'KNIT' }, 'INVALID_ARGUMENT'],
    'a way back to an address': [{ ...reset, requestType: 'RECOVER_EMAIL' }, 'INVALID_REQ_TYPE'],
    'the link itself': [{ ...reset, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    'an address to go on to that is none': [{ ...reset, continueUrl: 'x' }, 'INVALID_CONTINUE_URI'],
    'a new password for nobody': [{ requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    'a new password for an address that is none': [{ ...reset, email: 'knitter' }, 'INVALID_EMAIL'],
    'a link to sign in for nobody': [{ requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    'a link to sign in for an address that is none': [
      { requestType: 'EMAIL_SIGNIN', email: 'knitter' },
      'INVALID_EMAIL',
    ],
    'to confirm nobody’s address': [{ requestType: 'VERIFY_EMAIL' }, 'INVALID_ID_TOKEN'],
    'to confirm an address by a forged ID token': [{ requestType: 'VERIFY_EMAIL', idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'another address for nobody': [{ ...change, newEmail: 'b@example.com' }, 'MISSING_ID_TOKEN'],
    'another address by a forged ID token': [
      { ...change, newEmail: 'b@example.com', idToken: 'x' },
      'INVALID_ID_TOKEN',
    ],
    'an address that is a list': [{ ...reset, email: [] }, 'INVALID_ARGUMENT'],
    'no JSON': ['{', 'INVALID_ARGUMENT'],
  }),
  ...refusals('accounts:sendOobCode', send, prepared),
]
