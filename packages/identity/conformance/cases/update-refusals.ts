import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, callToken, refusalOf } from '../client.ts'
import { getLink } from '../codes.ts'
import { signUpWithPassword } from '../people.ts'
import type { Service } from '../service.ts'

const path = '/v1/accounts:update'

async function change(service: Service, wish: unknown) {
  const { idToken } = await signUpWithPassword(service)
  return refusalOf(await call(service, path, { idToken, ...(wish as object) }))
}

const attributes: Case[] = [
  {
    method: 'accounts:update',
    what: 'removing attributes',
    run: async (service) => {
      const { idToken } = await signUpWithPassword(service)
      const photoUrl = 'https://example.com/a.jpg'
      const given = await call(service, path, { idToken, displayName: 'A knitter', photoUrl })
      const deleteAttribute = ['DISPLAY_NAME', 'PHOTO_URL', 'USER_ATTRIBUTE_NAME_UNSPECIFIED']
      const taken = await call(service, path, { idToken, deleteAttribute })
      const named = ({ body }: typeof given) => [body['displayName'] ?? null, body['photoUrl'] ?? null]
      return { given: named(given), taken: named(taken), status: taken.status }
    },
    expected: { given: ['A knitter', 'https://example.com/a.jpg'], taken: [null, null], status: 200 },
  },
  {
    method: 'accounts:update',
    what: 'revoking all tokens',
    run: async (service) => {
      const { idToken, refreshToken } = await signUpWithPassword(service)
      const { status, body } = await call(service, path, { idToken, validSince: '1', returnSecureToken: true })
      const old = await callToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
      const fresh = { grant_type: 'refresh_token', refresh_token: String(body['refreshToken']) }
      return { status, old: old.status, fresh: (await callToken(service, fresh)).status }
    },
    expected: { status: 200, old: 400, fresh: 200 },
  },
  {
    method: 'accounts:update',
    what: 'a code for a new password',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const { oobCode } = await getLink(service, email)
      return refusalOf(await call(service, path, { oobCode }))
    },
    expected: { status: 400, code: 'INVALID_OOB_CODE' },
  },
]

export const updateRefusals: readonly Case[] = [
  ...attributes,
  ...refusals('accounts:update', change, {
    'a password that is too short': [{ password: '12345' }, 'WEAK_PASSWORD'],
    'an invalid address': [{ email: 'knitter' }, 'INVALID_EMAIL'],
    'custom claims': [{ customAttributes: '{"maker":true}' }, 'INSUFFICIENT_PERMISSION'],
    'enabling a disabled account': [{ disableUser: false }, 'OPERATION_NOT_ALLOWED'],
    'another provider user': [
      { linkProviderUserInfo: { providerId: 'google.com', rawId: 'somebody' } },
      'INSUFFICIENT_PERMISSION',
    ],
    'a second factor': [{ mfa: { enrollments: [] } }, 'OPERATION_NOT_ALLOWED'],
    'an invalid `validSince`': [{ validSince: 'x' }, 'INVALID_ARGUMENT'],
    'an unknown attribute': [{ deleteAttribute: ['YARN'] }, 'INVALID_ARGUMENT'],
  }),
]
