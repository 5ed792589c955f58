import { revokeAccessToken, signInAnonymously } from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, callToken, outcomeOf, readToken, rejectionOf } from '../client.ts'
import { signUpAnonymously } from '../users.ts'

export const tokens: readonly Case[] = [
  ...casesOf('token', {
    'the client refreshes its ID token': {
      async run({ auth }) {
        const { user } = await signInAnonymously(auth)
        const { refreshToken } = user
        const before = readToken(await user.getIdToken())
        const after = readToken(await user.getIdToken(true))
        return {
          isSameUser: before['sub'] === after['sub'],
          isSameSignIn: before['auth_time'] === after['auth_time'],
          isSameRefreshToken: user.refreshToken === refreshToken,
          claims: Object.keys(after).toSorted(),
        }
      },
      expected: {
        isSameUser: true,
        isSameSignIn: true,
        isSameRefreshToken: true,
        claims: ['aud', 'auth_time', 'exp', 'firebase', 'iat', 'iss', 'provider_id', 'sub', 'user_id'],
      },
    },
    'returns an ID token for a refresh token': {
      async run({ service }) {
        const { localId, refreshToken } = await signUpAnonymously(service)
        const { status, body } = await callToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
        return {
          status,
          fields: Object.keys(body).toSorted(),
          isSameUser: body['user_id'] === localId,
          areSameToken: body['id_token'] === body['access_token'],
          expiresIn: body['expires_in'],
          type: body['token_type'],
          hasProject: body['project_id'] === service.projectId,
        }
      },
      expected: {
        status: 200,
        fields: ['access_token', 'expires_in', 'id_token', 'project_id', 'refresh_token', 'token_type', 'user_id'],
        isSameUser: true,
        areSameToken: true,
        expiresIn: '3600',
        type: 'Bearer',
        hasProject: true,
      },
    },
  }),
  ...casesOf('accounts:revokeToken', {
    'the client revokes its session': {
      async run({ auth }) {
        const { user } = await signInAnonymously(auth)
        const revoked = await outcomeOf(revokeAccessToken(auth, user.refreshToken))
        return { revoked, refreshed: await outcomeOf(user.getIdToken(true)) }
      },
      expected: { revoked: 'ok', refreshed: 'auth/user-token-expired' },
    },
    'rejects a token of another provider': {
      async run({ auth }) {
        await signInAnonymously(auth)
        return { revoked: await outcomeOf(revokeAccessToken(auth, 'token')) }
      },
      expected: { revoked: 'auth/invalid-provider-id' },
    },
  }),
  ...rejections(
    'token',
    {
      'an empty request': [{}, 'MISSING_GRANT_TYPE'],
      'an unknown grant type': [{ grant_type: 'authorization_code', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
      'a missing refresh token': [{ grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
      'an empty refresh token': [{ grant_type: 'refresh_token', refresh_token: '' }, 'MISSING_REFRESH_TOKEN'],
      'an invalid refresh token': [{ grant_type: 'refresh_token', refresh_token: 'x' }, 'INVALID_REFRESH_TOKEN'],
    },
    async (service, input) => rejectionOf(await callToken(service, input as Record<string, string>)),
  ),
  ...rejections(
    'accounts:revokeToken',
    {
      'an empty request': [{}, 'MISSING_ID_TOKEN'],
      'a missing token': [{ idToken: 'x' }, 'MISSING_TOKEN'],
      'a forged ID token': [{ idToken: 'x', token: 'x' }, 'INVALID_ID_TOKEN'],
    },
    async (service, input) => rejectionOf(await call(service, '/v2/accounts:revokeToken', input)),
  ),
]
