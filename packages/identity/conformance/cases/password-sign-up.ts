import {
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  signInAnonymously,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, factsOf, outcomeOf, readToken, refusalOf, withClient } from '../client.ts'
import { member, newEmail, password, signUpWithPassword, withoutAddress } from '../people.ts'

const signUpCases: Case[] = [
  {
    method: 'accounts:signUp',
    what: 'a user with a password in the client',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user, operationType } = await createUserWithEmailAndPassword(auth, email, password)
        const claims = readToken(await user.getIdToken())
        const { email: claimed, email_verified: verified, firebase, provider_id: provider } = claims
        return withoutAddress({ ...factsOf(user), operationType, claimed, verified, firebase, provider }, email)
      }),
    expected: {
      ...member,
      operationType: 'signIn',
      claimed: 'EMAIL',
      verified: false,
      firebase: { identities: { email: ['EMAIL'] }, sign_in_provider: 'password' },
    },
  },
  {
    method: 'accounts:signUp',
    what: 'the answer to a sign-up with a password',
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
    what: 'an anonymous user who chooses a password stays the same user',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password))
        const again = await outcomeOf(linkWithCredential(user, EmailAuthProvider.credential(newEmail(), password)))
        return { ...withoutAddress(factsOf(linked.user), email), isSame: linked.user.uid === uid, again }
      }),
    expected: { ...member, isSame: true, again: 'auth/provider-already-linked' },
  },
  {
    method: 'accounts:signUp',
    what: 'the client’s errors for an invalid address or password',
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
  ...refusals(
    'accounts:signUp',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:signUp', input)),
    {
      'a password without an address': [{ password }, 'MISSING_EMAIL'],
      'an address without a password': [{ email: 'a@example.com' }, 'MISSING_PASSWORD'],
      'an ID token with nothing to add to it': [{ idToken: 'x' }, 'MISSING_EMAIL'],
      'a forged ID token': [{ idToken: 'x', email: 'b@example.com', password }, 'INVALID_ID_TOKEN'],
      'a chosen uid': [{ localId: 'me' }, 'UNEXPECTED_PARAMETER'],
      'an address with a space': [{ email: newEmail().replace('.', ' '), password }, 'INVALID_EMAIL'],
      'two addresses': [{ email: 'a@example.com,b@example.com', password }, 'INVALID_EMAIL'],
    },
  ),
]

const lookupCases: Case[] = [
  {
    method: 'accounts:lookup',
    what: 'the answer for a user with a password',
    run: async (service) => {
      const { idToken, email } = await signUpWithPassword(service)
      const { body } = await call(service, '/v1/accounts:lookup', { idToken })
      const [user = {}] = body['users'] as Record<string, unknown>[]
      const { providerUserInfo, emailVerified, validSince, passwordUpdatedAt } = user
      return withoutAddress(
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
    what: 'the address of a deleted user is free again',
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
