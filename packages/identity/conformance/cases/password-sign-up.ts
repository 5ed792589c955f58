import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import { rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, readToken, rejectionOf, withClient } from '../client.ts'
import { passwordUser, newEmail, password, signUpWithPassword, maskEmail } from '../users.ts'

const signUpCases: Case[] = [
  {
    method: 'accounts:signUp',
    title: 'creates a user with a password',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user, operationType } = await createUserWithEmailAndPassword(auth, email, password)
        const claims = readToken(await user.getIdToken())
        const { email: claimed, email_verified: verified, firebase, provider_id: provider } = claims
        return maskEmail({ ...factsOf(user), operationType, claimed, verified, firebase, provider }, email)
      }),
    expected: {
      ...passwordUser,
      operationType: 'signIn',
      claimed: 'EMAIL',
      verified: false,
      firebase: { identities: { email: ['EMAIL'] }, sign_in_provider: 'password' },
    },
  },
  {
    method: 'accounts:signUp',
    title: 'a sign-up with a password returns tokens and the e-mail address',
    run: async (service) => {
      const email = newEmail()
      const { status, body } = await call(service, '/v1/accounts:signUp', { email, password, returnSecureToken: true })
      return { status, fields: Object.keys(body).toSorted(), kind: body['kind'], isAddress: body['email'] === email }
    },
    expected: {
      status: 200,
      fields: ['email', 'expiresIn', 'idToken', 'kind', 'localId', 'refreshToken'],
      kind: 'identitytoolkit#SignupNewUserResponse',
      isAddress: true,
    },
  },
  {
    method: 'accounts:signUp',
    title: 'adding a password to an anonymous user keeps the user id',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password))
        const again = await outcomeOf(linkWithCredential(user, EmailAuthProvider.credential(newEmail(), password)))
        return { ...maskEmail(factsOf(linked.user), email), isSame: linked.user.uid === uid, again }
      }),
    expected: { ...passwordUser, isSame: true, again: 'auth/provider-already-linked' },
  },
  {
    method: 'accounts:signUp',
    title: 'reports an invalid or used e-mail address or password to the client',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const attempt = (address: string, secret: string) =>
          outcomeOf(createUserWithEmailAndPassword(auth, address, secret))
        return {
          taken: await attempt(email, password),
          takenInCapitals: await attempt(email.toUpperCase(), password),
          noAddress: await attempt('', password),
          badAddress: await attempt('knitter', password),
          noPassword: await attempt(newEmail(), ''),
          shortPassword: await attempt(newEmail(), '12345'),
          isSignedIn: auth.currentUser !== null,
        }
      }),
    expected: {
      taken: 'auth/email-already-in-use',
      takenInCapitals: 'auth/email-already-in-use',
      noAddress: 'auth/missing-email',
      badAddress: 'auth/invalid-email',
      noPassword: 'auth/missing-password',
      shortPassword: 'auth/weak-password',
      isSignedIn: false,
    },
  },
  ...rejections(
    'accounts:signUp',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:signUp', input)),
    {
      'a password without an e-mail address': [{ password }, 'MISSING_EMAIL'],
      'an e-mail address without a password': [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
      'an ID token without an e-mail address': [{ idToken: 'x' }, 'MISSING_EMAIL'],
      'a forged ID token': [{ idToken: 'x', email: 'b@example.com', password }, 'INVALID_ID_TOKEN'],
      'a user id from the client': [{ localId: 'me' }, 'UNEXPECTED_PARAMETER'],
      'an e-mail address with a space': [{ email: newEmail().replace('.', ' '), password }, 'INVALID_EMAIL'],
      'two e-mail addresses': [{ email: 'a@example.com,b@example.com', password }, 'INVALID_EMAIL'],
    },
  ),
]

const lookupCases: Case[] = [
  {
    method: 'accounts:lookup',
    title: 'returns a user with a password',
    run: async (service) => {
      const { idToken, email } = await signUpWithPassword(service)
      const { body } = await call(service, '/v1/accounts:lookup', { idToken })
      const [user = {}] = body['users'] as Record<string, unknown>[]
      const { providerUserInfo, emailVerified, validSince, passwordUpdatedAt } = user
      return maskEmail(
        {
          fields: Object.keys(user).toSorted(),
          providerUserInfo,
          emailVerified,
          validSince: typeof validSince,
          passwordUpdatedAt: typeof passwordUpdatedAt,
        },
        email,
      )
    },
    expected: {
      fields: [
        'createdAt',
        'email',
        'emailVerified',
        'lastLoginAt',
        'lastRefreshAt',
        'localId',
        'passwordHash',
        'passwordUpdatedAt',
        'providerUserInfo',
        'validSince',
      ],
      providerUserInfo: [{ providerId: 'password', email: 'EMAIL', federatedId: 'EMAIL', rawId: 'EMAIL' }],
      emailVerified: false,
      validSince: 'string',
      passwordUpdatedAt: 'number',
    },
  },
]

const deleteCases: Case[] = [
  {
    method: 'accounts:delete',
    title: 'an e-mail address can be used again after its account was deleted',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await deleteUser(user)
        return {
          signIn: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
          signUp: await outcomeOf(createUserWithEmailAndPassword(auth, email, password)),
        }
      }),
    expected: { signIn: 'auth/invalid-credential', signUp: 'ok' },
  },
]

export const passwordSignUp: readonly Case[] = [...signUpCases, ...lookupCases, ...deleteCases]
