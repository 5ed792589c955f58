import { signInAnonymously } from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, callToken, outcomeOf, readToken, rejectionOf, withClient } from '../client.ts'
import { signUpAnonymously } from '../users.ts'

const tokenCases: Case[] = [
  {
    method: 'token',
    title: 'the client refreshes its ID token',
    run: (service) =>
      withClient(service, async (auth) => {
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
      }),
    expected: {
      isSameUser: true,
      isSameSignIn: true,
      isSameRefreshToken: true,
      claims: ['aud', 'auth_time', 'exp', 'firebase', 'iat', 'iss', 'provider_id', 'sub', 'user_id'],
    },
  },
  {
    method: 'token',
    title: 'returns an ID token for a refresh token',
    run: async (service) => {
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
  {
    method: 'token',
    title: 'refreshing for a deleted account signs the client out',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
        return { outcome: await outcomeOf(user.getIdToken(true)), isSignedOut: auth.currentUser === null }
      }),
    expected: { outcome: 'auth/user-token-expired', isSignedOut: true },
  },
  ...rejections(
    'token',
    async (service, input) => rejectionOf(await callToken(service, input as Record<string, string>)),
    {
      'an empty request': [{}, 'MISSING_GRANT_TYPE'],
      'an unknown grant type': [{ grant_type: 'authorization_code', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
      'a missing refresh token': [{ grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
      'an empty refresh token': [{ grant_type: 'refresh_token', refresh_token: '' }, 'MISSING_REFRESH_TOKEN'],
      'an invalid refresh token': [{ grant_type: 'refresh_token', refresh_token: 'x' }, 'INVALID_REFRESH_TOKEN'],
    },
  ),
]

export const tokenRefresh: readonly Case[] = [...tokenCases]
