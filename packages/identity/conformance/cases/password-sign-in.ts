import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, rejectionOf, withClient } from '../client.ts'
import { passwordUser, newEmail, password, signUpWithPassword, maskEmail } from '../users.ts'

const signInCases: Case[] = [
  {
    method: 'accounts:signInWithPassword',
    title: 'signs an existing user in',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email, localId } = await signUpWithPassword(service)
        const { user } = await signInWithEmailAndPassword(auth, email.toUpperCase(), password)
        await signOut(auth)
        return { ...maskEmail(factsOf(user), email), isSame: user.uid === localId }
      }),
    expected: { ...passwordUser, isSame: true },
  },
  {
    method: 'accounts:signInWithPassword',
    title: 'returns tokens and the e-mail address',
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
    title: 'answers alike for known and unknown e-mail addresses',
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
    title: 'reauthenticates a user',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const other = await signUpWithPassword(service)
        const reauthenticate = (address: string, secret: string) =>
          outcomeOf(reauthenticateWithCredential(user, EmailAuthProvider.credential(address, secret)))
        return {
          right: await reauthenticate(email, password),
          wrongPassword: await reauthenticate(email, 'secret2'),
          otherUser: await reauthenticate(other.email, password),
        }
      }),
    expected: { right: 'ok', wrongPassword: 'auth/invalid-credential', otherUser: 'auth/user-mismatch' },
  },
  ...rejections(
    'accounts:signInWithPassword',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:signInWithPassword', input)),
    {
      'an empty request': [{}, 'MISSING_EMAIL'],
      'a missing password': [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
      'an invalid e-mail address': [{ email: 'knitter', password }, 'INVALID_EMAIL'],
      'an e-mail address that is an object': [{ email: {}, password }, 'INVALID_ARGUMENT'],
      'a password that is a list': [{ email: 'a@example.com', password: [] }, 'INVALID_ARGUMENT'],
      'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const passwordSignIn: readonly Case[] = [...signInCases]
