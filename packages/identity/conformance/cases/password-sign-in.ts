import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  reauthenticateWithCredential,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf } from '../client.ts'
import { newEmail, password, passwordUser, signUpWithPassword } from '../users.ts'

const continueUri = 'http://localhost'

export const passwordSignIn: readonly Case[] = [
  ...casesOf('accounts:signInWithPassword', {
    'signs an existing user in': {
      async run({ service, auth, email }) {
        const { localId } = await signUpWithPassword(service, email)
        const { user } = await signInWithEmailAndPassword(auth, email.toUpperCase(), password)
        await signOut(auth)
        return { ...factsOf(user), isSame: user.uid === localId }
      },
      expected: { ...passwordUser, isSame: true },
    },
    'returns tokens and the e-mail address': {
      async run({ service, email }) {
        await signUpWithPassword(service, email)
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
    'answers alike for known and unknown e-mail addresses': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const attempt = (address: string, secret: string) =>
          outcomeOf(signInWithEmailAndPassword(auth, address, secret))
        return {
          wrongPassword: await attempt(email, 'secret2'),
          unknownAddress: await attempt(newEmail(), password),
          badAddress: await attempt('knitter', password),
          noPassword: await attempt(email, ''),
          isSignedIn: auth.currentUser !== null,
        }
      },
      expected: {
        wrongPassword: 'auth/invalid-credential',
        unknownAddress: 'auth/invalid-credential',
        badAddress: 'auth/invalid-email',
        noPassword: 'auth/missing-password',
        isSignedIn: false,
      },
    },
    'reauthenticates a user': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const other = await signUpWithPassword(service)
        const reauthenticate = (address: string, secret: string) =>
          outcomeOf(reauthenticateWithCredential(user, EmailAuthProvider.credential(address, secret)))
        return {
          right: await reauthenticate(email, password),
          wrongPassword: await reauthenticate(email, 'secret2'),
          otherUser: await reauthenticate(other.email, password),
        }
      },
      expected: { right: 'ok', wrongPassword: 'auth/invalid-credential', otherUser: 'auth/user-mismatch' },
    },
  }),
  ...rejections('accounts:signInWithPassword', {
    'an empty request': [{}, 'MISSING_EMAIL'],
    'a missing password': [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
    'an invalid e-mail address': [{ email: 'knitter', password }, 'INVALID_EMAIL'],
    'an e-mail address that is an object': [{ email: {}, password }, 'INVALID_ARGUMENT'],
    'a password that is a list': [{ email: 'a@example.com', password: [] }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
  ...casesOf('accounts:createAuthUri', {
    'answers alike for known and unknown e-mail addresses': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const ask = async (identifier: string) => {
          const { status, body } = await call(service, '/v1/accounts:createAuthUri', { identifier, continueUri })
          return { status, fields: Object.keys(body).toSorted() }
        }
        return {
          known: await fetchSignInMethodsForEmail(auth, email),
          unknown: await fetchSignInMethodsForEmail(auth, newEmail()),
          knownAnswer: await ask(email),
          unknownAnswer: await ask(newEmail()),
        }
      },
      expected: {
        known: [],
        unknown: [],
        knownAnswer: { status: 200, fields: ['kind', 'sessionId'] },
        unknownAnswer: { status: 200, fields: ['kind', 'sessionId'] },
      },
    },
  }),
  ...rejections('accounts:createAuthUri', {
    'a missing continueUri': [{ identifier: 'a@example.com' }, 'MISSING_CONTINUE_URI'],
    'an invalid continueUri': [{ identifier: 'a@example.com', continueUri: 'x' }, 'INVALID_CONTINUE_URI'],
    'a missing identifier': [{ continueUri }, 'MISSING_IDENTIFIER'],
    'an invalid e-mail address': [{ identifier: 'knitter', continueUri }, 'INVALID_IDENTIFIER'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
]
