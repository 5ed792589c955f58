import { getLink } from '../action-links.ts'
import { rejections, type Case } from '../case.ts'
import { call, callToken, rejectionOf } from '../client.ts'
import type { Service } from '../service.ts'
import { signUpWithPassword } from '../users.ts'

const path = '/v1/accounts:update'

async function updateNewUser(service: Service, fields: unknown) {
  const { idToken } = await signUpWithPassword(service)
  return rejectionOf(await call(service, path, { idToken, ...(fields as object) }))
}

const updateCases: Case[] = [
  {
    method: 'accounts:update',
    title: 'deletes attributes',
    run: async (service) => {
      const { idToken } = await signUpWithPassword(service)
      const photoUrl = 'https://example.com/a.jpg'
      const set = await call(service, path, { idToken, displayName: 'A knitter', photoUrl })
      const deleteAttribute = ['DISPLAY_NAME', 'PHOTO_URL', 'USER_ATTRIBUTE_NAME_UNSPECIFIED']
      const deleted = await call(service, path, { idToken, deleteAttribute })
      const attributesOf = ({ body }: typeof set) => [body['displayName'] ?? null, body['photoUrl'] ?? null]
      return { set: attributesOf(set), deleted: attributesOf(deleted), status: deleted.status }
    },
    expected: { set: ['A knitter', 'https://example.com/a.jpg'], deleted: [null, null], status: 200 },
  },
  {
    method: 'accounts:update',
    title: 'validSince revokes all earlier tokens',
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
    title: 'rejects a code for a password reset',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const { oobCode } = await getLink(service, email)
      return rejectionOf(await call(service, path, { oobCode }))
    },
    expected: { status: 400, code: 'INVALID_OOB_CODE' },
  },
]

export const updateRejections: readonly Case[] = [
  ...updateCases,
  ...rejections('accounts:update', updateNewUser, {
    'a password that is too short': [{ password: '12345' }, 'WEAK_PASSWORD'],
    'an invalid e-mail address': [{ email: 'knitter' }, 'INVALID_EMAIL'],
    'custom claims from the client': [{ customAttributes: '{"admin":true}' }, 'INSUFFICIENT_PERMISSION'],
    'enabling an account': [{ disableUser: false }, 'OPERATION_NOT_ALLOWED'],
    'a provider’s user without its token': [
      { linkProviderUserInfo: { providerId: 'google.com', rawId: 'knitter' } },
      'INSUFFICIENT_PERMISSION',
    ],
    'a second factor': [{ mfa: { enrollments: [] } }, 'OPERATION_NOT_ALLOWED'],
    'an invalid validSince': [{ validSince: 'x' }, 'INVALID_ARGUMENT'],
    'an unknown attribute': [{ deleteAttribute: ['YARN'] }, 'INVALID_ARGUMENT'],
  }),
]
