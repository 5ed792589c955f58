import { revokeAccessToken, signInAnonymously } from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, outcomeOf, rejectionOf, withClient } from '../client.ts'

export const revokeToken: readonly Case[] = [
  {
    method: 'accounts:revokeToken',
    title: 'the client revokes its session',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const revoked = await outcomeOf(revokeAccessToken(auth, user.refreshToken))
        return { revoked, refreshed: await outcomeOf(user.getIdToken(true)) }
      }),
    expected: { revoked: 'ok', refreshed: 'auth/user-token-expired' },
  },
  {
    method: 'accounts:revokeToken',
    title: 'rejects a token of another provider',
    run: (service) =>
      withClient(service, async (auth) => {
        await signInAnonymously(auth)
        return { revoked: await outcomeOf(revokeAccessToken(auth, 'token')) }
      }),
    expected: { revoked: 'auth/invalid-provider-id' },
  },
  ...rejections(
    'accounts:revokeToken',
    async (service, input) => rejectionOf(await call(service, '/v2/accounts:revokeToken', input)),
    {
      'an empty request': [{}, 'MISSING_ID_TOKEN'],
      'a missing token': [{ idToken: 'x' }, 'MISSING_TOKEN'],
      'a forged ID token': [{ idToken: 'x', token: 'x' }, 'INVALID_ID_TOKEN'],
    },
  ),
]
