import { deleteUser, reload, signInAnonymously } from 'firebase/auth'
import { UnsecuredJWT } from 'jose'

import { rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, rejectionOf, withClient } from '../client.ts'
import { anonymousUser, signUpAnonymously } from '../users.ts'

const lookupCases: Case[] = [
  {
    method: 'accounts:lookup',
    title: 'the client reloads its user',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const outcome = await outcomeOf(reload(user))
        return { outcome, ...factsOf(user) }
      }),
    expected: { outcome: 'ok', ...anonymousUser },
  },
  {
    method: 'accounts:lookup',
    title: 'returns an anonymous user',
    run: async (service) => {
      const { localId, idToken } = await signUpAnonymously(service)
      const { status, body } = await call(service, '/v1/accounts:lookup', { idToken })
      const [user = {}] = body['users'] as Record<string, unknown>[]
      return {
        status,
        kind: body['kind'],
        isSameUser: user['localId'] === localId,
        fields: Object.keys(user).toSorted(),
        times: [user['createdAt'], user['lastLoginAt']].map((time) => /^\d{13}$/.test(String(time))),
        refreshedAt: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(user['lastRefreshAt'])),
      }
    },
    expected: {
      status: 200,
      kind: 'identitytoolkit#GetAccountInfoResponse',
      isSameUser: true,
      fields: ['createdAt', 'lastLoginAt', 'lastRefreshAt', 'localId'],
      times: [true, true],
      refreshedAt: true,
    },
  },
  {
    method: 'accounts:lookup',
    title: 'reloading a deleted account signs the client out',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
        return { outcome: await outcomeOf(reload(user)), isSignedOut: auth.currentUser === null }
      }),
    expected: { outcome: 'auth/user-token-expired', isSignedOut: true },
  },
  ...rejections(
    'accounts:lookup',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:lookup', input)),
    {
      'a missing ID token': [{}, 'MISSING_ID_TOKEN'],
      'an empty ID token': [{ idToken: '' }, 'MISSING_ID_TOKEN'],
      'an invalid ID token': [{ idToken: 'token' }, 'INVALID_ID_TOKEN'],
      'an ID token that is an object': [{ idToken: {} }, 'INVALID_ARGUMENT'],
      'an ID token of 70,000 characters': [{ idToken: 'x'.repeat(70_000) }, 'INVALID_ID_TOKEN'],
      'an unsigned ID token': [
        { idToken: new UnsecuredJWT({ user_id: 'x', firebase: {} }).encode() },
        'INVALID_ID_TOKEN',
      ],
    },
  ),
]

const deleteCases: Case[] = [
  {
    method: 'accounts:delete',
    title: 'the client deletes its user',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInAnonymously(auth)
        const outcome = await outcomeOf(deleteUser(user))
        return { outcome, isSignedOut: auth.currentUser === null }
      }),
    expected: { outcome: 'ok', isSignedOut: true },
  },
  {
    method: 'accounts:delete',
    title: 'deletes an account once',
    run: async (service) => {
      const { idToken } = await signUpAnonymously(service)
      const first = await call(service, '/v1/accounts:delete', { idToken })
      const second = await call(service, '/v1/accounts:delete', { idToken })
      return { status: first.status, body: first.body, again: rejectionOf(second) }
    },
    expected: {
      status: 200,
      body: { kind: 'identitytoolkit#DeleteAccountResponse' },
      again: { status: 400, code: 'USER_NOT_FOUND' },
    },
  },
  ...rejections(
    'accounts:delete',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:delete', input)),
    {
      'a missing ID token': [{}, 'MISSING_ID_TOKEN'],
      'an invalid ID token': [{ idToken: 'token' }, 'INVALID_ID_TOKEN'],
      'an ID token that is a number': [{ idToken: 7 }, 'INVALID_ARGUMENT'],
      'the id of another user': [{ localId: 'x'.repeat(28) }, 'MISSING_ID_TOKEN'],
    },
  ),
]

export const lookupAndDelete: readonly Case[] = [...lookupCases, ...deleteCases]
