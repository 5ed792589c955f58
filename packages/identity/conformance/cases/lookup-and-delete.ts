import {
  createUserWithEmailAndPassword,
  deleteUser,
  linkWithCredential,
  reload,
  sendEmailVerification,
  signInAnonymously,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  type User,
} from 'firebase/auth'
import { UnsecuredJWT } from 'jose'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, rejectionOf } from '../client.ts'
import { googleCredential, newClaims } from '../providers.ts'
import { anonymousUser, newEmail, password, signUpAnonymously } from '../users.ts'

/** What a client does with an account that another browser has deleted, and whether that signs the client out. */
function afterDeletion(attempt: (user: User) => Promise<unknown>, isSignedOut = true): Omit<Case, 'method' | 'title'> {
  return {
    async run({ service, auth, email }) {
      const { user } = await createUserWithEmailAndPassword(auth, email, password)
      await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
      return { outcome: await outcomeOf(attempt(user)), isSignedOut: auth.currentUser === null }
    },
    expected: { outcome: 'auth/user-token-expired', isSignedOut },
  }
}

export const lookupAndDelete: readonly Case[] = [
  ...casesOf('accounts:lookup', {
    'the client reloads its user': {
      async run({ auth }) {
        const { user } = await signInAnonymously(auth)
        const outcome = await outcomeOf(reload(user))
        return { outcome, ...factsOf(user) }
      },
      expected: { outcome: 'ok', ...anonymousUser },
    },
    'returns an anonymous user': {
      async run({ service }) {
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
    'reloading a deleted account signs the client out': afterDeletion((user) => reload(user)),
    'the client stays signed in when the page is reloaded': {
      async run({ auth, reloadPage }) {
        const { user } = await signInAnonymously(auth)
        const { currentUser } = await reloadPage()
        return { isSame: currentUser?.uid === user.uid, isSignedOut: currentUser === null }
      },
      expected: { isSame: true, isSignedOut: false },
    },
    'the client signs out when the page is reloaded after the account was deleted': {
      async run({ service, auth, reloadPage }) {
        const { user } = await signInAnonymously(auth)
        await call(service, '/v1/accounts:delete', { idToken: await user.getIdToken() })
        const { currentUser } = await reloadPage()
        return { isSame: currentUser?.uid === user.uid, isSignedOut: currentUser === null }
      },
      expected: { isSame: false, isSignedOut: true },
    },
  }),
  ...rejections('accounts:lookup', {
    'a missing ID token': [{}, 'MISSING_ID_TOKEN'],
    'an empty ID token': [{ idToken: '' }, 'MISSING_ID_TOKEN'],
    'an invalid ID token': [{ idToken: 'token' }, 'INVALID_ID_TOKEN'],
    'an ID token that is an object': [{ idToken: {} }, 'INVALID_ARGUMENT'],
    'an ID token of 70,000 characters': [{ idToken: 'x'.repeat(70_000) }, 'INVALID_ID_TOKEN'],
    'an unsigned ID token': [
      { idToken: new UnsecuredJWT({ user_id: 'x', firebase: {} }).encode() },
      'INVALID_ID_TOKEN',
    ],
  }),
  ...casesOf('accounts:delete', {
    'the client deletes its user': {
      async run({ auth }) {
        const { user } = await signInAnonymously(auth)
        const outcome = await outcomeOf(deleteUser(user))
        return { outcome, isSignedOut: auth.currentUser === null }
      },
      expected: { outcome: 'ok', isSignedOut: true },
    },
    'deleting a deleted account signs the client out': afterDeletion(deleteUser),
    'deletes an account once': {
      async run({ service }) {
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
  }),
  ...rejections('accounts:delete', {
    'a missing ID token': [{}, 'MISSING_ID_TOKEN'],
    'an invalid ID token': [{ idToken: 'token' }, 'INVALID_ID_TOKEN'],
    'an ID token that is a number': [{ idToken: 7 }, 'INVALID_ARGUMENT'],
    'the id of another user': [{ localId: 'x'.repeat(28) }, 'MISSING_ID_TOKEN'],
  }),
  ...casesOf('accounts:sendOobCode', {
    'sends no verification mail for a deleted account': afterDeletion((user) => sendEmailVerification(user), false),
    'sends no mail to change the e-mail address of a deleted account': afterDeletion(
      (user) => verifyBeforeUpdateEmail(user, newEmail()),
      false,
    ),
  }),
  ...casesOf('accounts:signInWithIdp', {
    'linking a provider to a deleted account signs the client out': afterDeletion((user) =>
      linkWithCredential(user, googleCredential(newClaims())),
    ),
  }),
  ...casesOf('accounts:update', {
    'renaming a deleted account signs the client out': afterDeletion((user) =>
      updateProfile(user, { displayName: 'A spinner' }),
    ),
    'changing the e-mail address of a deleted account signs the client out': afterDeletion((user) =>
      updateEmail(user, newEmail()),
    ),
    'changing the password of a deleted account signs the client out': afterDeletion((user) =>
      updatePassword(user, 'secret2'),
    ),
    'unlinking the password of a deleted account signs the client out': afterDeletion((user) =>
      unlink(user, 'password'),
    ),
  }),
  ...casesOf('token', {
    'refreshing for a deleted account signs the client out': afterDeletion((user) => user.getIdToken(true)),
  }),
]
