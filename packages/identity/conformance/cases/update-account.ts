import {
  createUserWithEmailAndPassword,
  reload,
  signInWithEmailAndPassword,
  unlink,
  updatePassword,
  updateProfile,
} from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, callToken, factsOf, outcomeOf, readToken, rejectionOf, withClient } from '../client.ts'
import { passwordUser, newEmail, password, signUpWithPassword, maskEmail } from '../users.ts'

const updateCases: Case[] = [
  {
    method: 'accounts:update',
    title: 'sets and clears the display name and photo URL',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: 'A knitter', photoURL: 'https://example.com/a.jpg' })
        await reload(user)
        const { displayName, photoURL } = user
        const { name, picture } = readToken(await user.getIdToken(true))
        await updateProfile(user, { displayName: '', photoURL: '' })
        await reload(user)
        return { displayName, photoURL, name, picture, after: [user.displayName, user.photoURL] }
      }),
    expected: {
      displayName: 'A knitter',
      photoURL: 'https://example.com/a.jpg',
      name: 'A knitter',
      picture: 'https://example.com/a.jpg',
      after: [null, null],
    },
  },
  {
    method: 'accounts:update',
    title: 'a new password replaces the old one',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
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
      }),
    expected: {
      changed: 'ok',
      sessionRefreshed: 'ok',
      short: 'auth/weak-password',
      old: 'auth/invalid-credential',
      fresh: 'ok',
    },
  },
  {
    method: 'accounts:update',
    title: 'a new password revokes the refresh tokens of other sessions',
    run: async (service) => {
      const { idToken, refreshToken } = await signUpWithPassword(service)
      const changed = await call(service, '/v1/accounts:update', {
        idToken,
        password: 'secret2',
        returnSecureToken: true,
      })
      const refreshed = await callToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
      return { changed: changed.status, refreshed: rejectionOf(refreshed) }
    },
    expected: { changed: 200, refreshed: { status: 400, code: 'TOKEN_EXPIRED' } },
  },
  {
    method: 'accounts:update',
    title: 'the client unlinks its password',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const unlinked = await outcomeOf(unlink(user, 'password'))
        const again = await outcomeOf(unlink(user, 'password'))
        return { unlinked, again, ...maskEmail(factsOf(user), email) }
      }),
    expected: { unlinked: 'ok', again: 'auth/no-such-provider', ...passwordUser, email: null, providers: [] },
  },
  {
    method: 'accounts:update',
    title: 'rejects an e-mail address that another account uses',
    run: async (service) => {
      const taken = await signUpWithPassword(service)
      const { idToken } = await signUpWithPassword(service)
      const { status, code } = rejectionOf(await call(service, '/v1/accounts:update', { idToken, email: taken.email }))
      return { status, code }
    },
    expected: { status: 400, code: 'EMAIL_EXISTS' },
  },
  ...rejections(
    'accounts:update',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:update', input)),
    {
      'a missing ID token': [{ displayName: 'x' }, 'INVALID_REQ_TYPE'],
      'an invalid ID token': [{ idToken: 'x', displayName: 'x' }, 'INVALID_ID_TOKEN'],
      'an invalid code': [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
      'a display name that is a list': [{ idToken: 'x', displayName: [] }, 'INVALID_ARGUMENT'],
      'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const updateAccount: readonly Case[] = [...updateCases]
