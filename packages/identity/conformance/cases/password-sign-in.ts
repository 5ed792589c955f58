import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, factsOf, outcomeOf, refusalOf, withClient } from '../client.ts'
import { member, newEmail, password, signUpWithPassword, withoutAddress } from '../people.ts'

const signInCases: Case[] = [
  {
    method: 'accounts:signInWithPassword',
    what: 'a user who signs in again',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email, localId } = await signUpWithPassword(service)
        const { user } = await signInWithEmailAndPassword(auth, email.toUpperCase(), password)
        await signOut(auth)
        return { ...withoutAddress(factsOf(user), email), isSame: user.uid === localId }
      }),
    expected: { ...member, isSame: true },
  },
  {
    method: 'accounts:signInWithPassword',
    what: 'the answer',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      const input = { email, password, returnSecureToken: true }
      const { status, body } = await call(service, '/v1/accounts:signInWithPassword', input)
      const { kind, registered, expiresIn } = body
      return { status, fields: Object.keys(body).toSorted(), kind, registered, expiresIn }
    },
    expected: {
      status: 200,
      fields: ['email', 'expiresIn', 'idToken', 'kind', 'localId', 'refreshToken', 'registered'],
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      expiresIn: '3600',
    },
  },
  {
    method: 'accounts:signInWithPassword',
    what: 'unknown and known addresses get the same answer',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const attempt = (address: string, secret: string) =>
          outcomeOf(signInWithEmailAndPassword(auth, address, secret))
        return {
          wrongPassword: await attempt(email, 'secret2'),
          unknownAddress: await attempt(newEmail(), password),
          badAddress: await attempt('knitter', password),
          noPassword: await attempt(email, ''),
          isSignedIn: auth.currentUser !== null,
        }
      }),
    expected: {
      wrongPassword: 'auth/invalid-credential',
      unknownAddress: 'auth/invalid-credential',
      badAddress: 'auth/invalid-email',
      noPassword: 'auth/missing-password',
      isSignedIn: false,
    },
  },
  {
    method: 'accounts:signInWithPassword',
    what: 'a user reauthenticates',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const other = await signUpWithPassword(service)
        const show = (address: string, secret: string) =>
          outcomeOf(reauthenticateWithCredential(user, EmailAuthProvider.credential(address, secret)))
        return {
          right: await show(email, password),
          wrongPassword: await show(email, 'secret2'),
          somebodyElse: await show(other.email, password),
        }
      }),
    expected: { right: 'ok', wrongPassword: 'auth/invalid-credential', somebodyElse: 'auth/user-mismatch' },
  },
  ...refusals(
    'accounts:signInWithPassword',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:signInWithPassword', input)),
    {
      'nothing at all': [{}, 'MISSING_EMAIL'],
      'no password': [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
      'an invalid address': [{ email: 'knitter', password }, 'INVALID_EMAIL'],
      'an address that is an object': [{ email: {}, password }, 'INVALID_ARGUMENT'],
      'a password that is a list': [{ email: 'a@example.com', password: [] }, 'INVALID_ARGUMENT'],
      'invalid JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const passwordSignIn: readonly Case[] = [...signInCases]
