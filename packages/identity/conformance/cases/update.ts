import {
  createUserWithEmailAndPassword,
  reload,
  signInWithEmailAndPassword,
  unlink,
  updatePassword,
  updateProfile,
} from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, callToken, factsOf, outcomeOf, readToken, refusalOf, withClient } from '../client.ts'
import { member, newEmail, password, signUpWithPassword, withoutAddress } from '../people.ts'

const updateCases: Case[] = [
  {
    method: 'accounts:update',
    what: 'setting and removing a name and a picture',
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
    what: 'a new password: the old one is invalid',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const changed = await outcomeOf(updatePassword(user, 'secret2'))
        const goesOn = await outcomeOf(user.getIdToken(true))
        return {
          changed,
          goesOn,
          short: await outcomeOf(updatePassword(user, '12345')),
          old: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
          fresh: await outcomeOf(signInWithEmailAndPassword(auth, email, 'secret2')),
        }
      }),
    expected: {
      changed: 'ok',
      goesOn: 'ok',
      short: 'auth/weak-password',
      old: 'auth/invalid-credential',
      fresh: 'ok',
    },
  },
  {
    method: 'accounts:update',
    what: 'a new password: other sign-ins cannot refresh',
    run: async (service) => {
      const { idToken, refreshToken } = await signUpWithPassword(service)
      const changed = await call(service, '/v1/accounts:update', {
        idToken,
        password: 'secret2',
        returnSecureToken: true,
      })
      const refreshed = await callToken(service, { grant_type: 'refresh_token', refresh_token: refreshToken })
      return { changed: changed.status, refreshed: refusalOf(refreshed) }
    },
    expected: { changed: 200, refreshed: { status: 400, code: 'TOKEN_EXPIRED' } },
  },
  {
    method: 'accounts:update',
    what: 'removing the password',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const unlinked = await outcomeOf(unlink(user, 'password'))
        const again = await outcomeOf(unlink(user, 'password'))
        return { unlinked, again, ...withoutAddress(factsOf(user), email) }
      }),
    expected: { unlinked: 'ok', again: 'auth/no-such-provider', ...member, email: null, providers: [] },
  },
  {
    method: 'accounts:update',
    what: 'an address that another user has',
    run: async (service) => {
      const taken = await signUpWithPassword(service)
      const { idToken } = await signUpWithPassword(service)
      const { status, code } = refusalOf(await call(service, '/v1/accounts:update', { idToken, email: taken.email }))
      return { status, code }
    },
    expected: { status: 400, code: 'EMAIL_EXISTS' },
  },
  ...refusals(
    'accounts:update',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:update', input)),
    {
      'no ID token': [{ displayName: 'x' }, 'INVALID_REQ_TYPE'],
      'an invalid ID token': [{ idToken: 'x', displayName: 'x' }, 'INVALID_ID_TOKEN'],
      'an invalid code': [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
      'a name that is a list': [{ idToken: 'x', displayName: [] }, 'INVALID_ARGUMENT'],
      'invalid JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const update: readonly Case[] = [...updateCases]
