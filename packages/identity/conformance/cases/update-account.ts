import {
  createUserWithEmailAndPassword,
  reload,
  signInWithEmailAndPassword,
  unlink,
  updatePassword,
  updateProfile,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, callToken, factsOf, outcomeOf, readToken, rejectionOf } from '../client.ts'
import { getLink, password, passwordUser, signUpAnonymously, signUpWithPassword } from '../users.ts'

const path = '/v1/accounts:update'

export const updateAccount: readonly Case[] = [
  ...casesOf('accounts:update', {
    'sets and clears the display name and photo URL': {
      async run({ auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const { refreshToken } = user
        await updateProfile(user, { displayName: 'A knitter', photoURL: 'https://example.com/a.jpg' })
        await reload(user)
        const { displayName, photoURL } = user
        const { name, picture } = readToken(await user.getIdToken(true))
        const isSameSession = user.refreshToken === refreshToken
        await updateProfile(user, { displayName: '', photoURL: '' })
        await reload(user)
        return { displayName, photoURL, name, picture, isSameSession, after: [user.displayName, user.photoURL] }
      },
      expected: {
        displayName: 'A knitter',
        photoURL: 'https://example.com/a.jpg',
        name: 'A knitter',
        picture: 'https://example.com/a.jpg',
        isSameSession: true,
        after: [null, null],
      },
    },
    'a new password replaces the old one': {
      async run({ auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const changed = await outcomeOf(updatePassword(user, 'secret2'))
        const sessionRefreshed = await outcomeOf(user.getIdToken(true))
        return {
          changed,
          sessionRefreshed,
          short: await outcomeOf(updatePassword(user, '12345')),
          old: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
          fresh: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
        }
      },
      expected: {
        changed: 'ok',
        sessionRefreshed: 'ok',
        short: 'auth/weak-password',
        old: 'auth/invalid-credential',
        fresh: 'ok',
      },
    },
    'a new password revokes the refresh tokens of other sessions': {
      async run({ service }) {
        const { idToken, refreshToken } = await signUpWithPassword(service)
        const fields = { idToken, password: 'secret2', returnSecureToken: true }
        const changed = await call(service, path, fields)
        const refreshed = await callToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
        return { changed: changed.status, refreshed: rejectionOf(refreshed) }
      },
      expected: { changed: 200, refreshed: { status: 400, code: 'TOKEN_EXPIRED' } },
    },
    'the client unlinks its password': {
      async run({ auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const unlinked = await outcomeOf(unlink(user, 'password'))
        const again = await outcomeOf(unlink(user, 'password'))
        const signIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        const signUp = await outcomeOf(createUserWithEmailAndPassword(auth, email, password))
        return { unlinked, again, ...factsOf(user), signIn, signUp }
      },
      expected: {
        unlinked: 'ok',
        again: 'auth/no-such-provider',
        ...passwordUser,
        email: null,
        providers: [],
        signIn: 'auth/invalid-credential',
        signUp: 'ok',
      },
    },
    'rejects an e-mail address that another account uses': {
      async run({ service }) {
        const taken = await signUpWithPassword(service)
        const { idToken } = await signUpWithPassword(service)
        return rejectionOf(await call(service, path, { idToken, email: taken.email }))
      },
      expected: { status: 400, code: 'EMAIL_EXISTS' },
    },
    'deletes attributes': {
      async run({ service }) {
        const { idToken } = await signUpWithPassword(service)
        const photoUrl = 'https://example.com/a.jpg'
        const set = await call(service, path, { idToken, displayName: 'A knitter', photoUrl })
        const deleteAttribute = ['DISPLAY_NAME', 'PHOTO_URL', 'EMAIL', 'PASSWORD', 'USER_ATTRIBUTE_NAME_UNSPECIFIED']
        const deleted = await call(service, path, { idToken, deleteAttribute })
        const attributesOf = ({ body }: typeof set) => [body['displayName'] ?? null, body['photoUrl'] ?? null]
        const { email, idToken: newToken, providerUserInfo } = deleted.body
        const facts = { email, newToken, providerUserInfo }
        return { set: attributesOf(set), deleted: attributesOf(deleted), status: deleted.status, ...facts }
      },
      expected: {
        set: ['A knitter', 'https://example.com/a.jpg'],
        deleted: [null, null],
        status: 200,
        email: undefined,
        newToken: undefined,
        providerUserInfo: [],
      },
    },
    'rejects a code for a password reset': {
      async run({ service, email }) {
        await signUpWithPassword(service, email)
        await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
        const { oobCode } = await getLink(service, email)
        return rejectionOf(await call(service, path, { oobCode }))
      },
      expected: { status: 400, code: 'INVALID_OOB_CODE' },
    },
  }),
  ...rejections('accounts:update', {
    'a missing ID token': [{ displayName: 'x' }, 'INVALID_REQ_TYPE'],
    'an invalid ID token': [{ idToken: 'x', displayName: 'x' }, 'INVALID_ID_TOKEN'],
    'an invalid code': [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
    'a display name that is a list': [{ idToken: 'x', displayName: [] }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
  ...rejections(
    'accounts:update',
    {
      'a password that is too short': [{ password: '12345' }, 'WEAK_PASSWORD'],
      'an invalid e-mail address': [{ email: 'knitter' }, 'INVALID_EMAIL'],
      'custom claims from the client': [{ customAttributes: '{"admin":true}' }, 'INSUFFICIENT_PERMISSION'],
      'enabling an account': [{ disableUser: false }, 'OPERATION_NOT_ALLOWED'],
      'a provider’s user without its token': [
        { linkProviderUserInfo: { providerId: 'google.com', rawId: 'knitter' } },
        'INSUFFICIENT_PERMISSION',
      ],
      'a second factor': [{ mfa: { enrollments: [] } }, 'OPERATION_NOT_ALLOWED'],
      'ending all sessions by validSince': [{ validSince: '1' }, 'INSUFFICIENT_PERMISSION'],
      'an unknown attribute': [{ deleteAttribute: ['YARN'] }, 'INVALID_ARGUMENT'],
    },
    async (service, input) => {
      const { idToken } = await signUpWithPassword(service)
      return rejectionOf(await call(service, path, { idToken, ...(input as object) }))
    },
  ),
  ...rejections(
    'accounts:update',
    { 'a password for an anonymous user': [{ password }, 'MISSING_EMAIL'] },
    async (service, input) => {
      const { idToken } = await signUpAnonymously(service)
      return rejectionOf(await call(service, path, { idToken, ...(input as object) }))
    },
  ),
]
