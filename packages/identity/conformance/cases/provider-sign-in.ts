import {
  GoogleAuthProvider,
  getAdditionalUserInfo,
  reauthenticateWithCredential,
  signInWithCredential,
} from 'firebase/auth'
import { SignJWT, UnsecuredJWT } from 'jose'

import type { Case } from '../case.ts'
import { factsOf, outcomeOf, readToken, withClient } from '../client.ts'
import { facebookCredential, googleCredential, newClaims, googleUser, woolCredential } from '../providers.ts'
import { maskEmail } from '../users.ts'

const signInCases: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    title: 'creates a user',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims({ picture: 'https://example.com/a.jpg' })
        const signedIn = await signInWithCredential(auth, googleCredential(claims))
        const { firebase, name, email_verified: verified } = readToken(await signedIn.user.getIdToken())
        const { isNewUser, providerId, profile } = getAdditionalUserInfo(signedIn) ?? {}
        const facts = { firebase, name, verified, isNewUser, providerId, profile, operation: signedIn.operationType }
        return maskEmail({ ...factsOf(signedIn.user), ...facts }, claims.email)
      }),
    expected: {
      ...googleUser,
      firebase: { identities: { email: ['EMAIL'], 'google.com': ['id-EMAIL'] }, sign_in_provider: 'google.com' },
      name: 'A knitter',
      verified: true,
      isNewUser: true,
      providerId: 'google.com',
      profile: {
        granted_scopes:
          'openid https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email',
        id: 'id-EMAIL',
        name: 'A knitter',
        verified_email: true,
        locale: 'en',
        email: 'EMAIL',
        picture: 'https://example.com/a.jpg',
      },
      operation: 'signIn',
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'keeps the display name of an existing user',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(auth, googleCredential({ ...claims, name: 'A spinner' }))
        const [providerUser] = second.user.providerData
        return {
          isSame: first.user.uid === second.user.uid,
          isNewUser: getAdditionalUserInfo(second)?.isNewUser,
          displayName: second.user.displayName,
          providerDisplayName: providerUser?.displayName,
        }
      }),
    expected: { isSame: true, isNewUser: false, displayName: 'A knitter', providerDisplayName: 'A spinner' },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'creates a user from an id alone',
    run: (service) =>
      withClient(service, async (auth) => {
        const { sub } = newClaims()
        const { user } = await signInWithCredential(auth, woolCredential({ sub }, 'nonce'))
        const { providers, ...facts } = factsOf(user)
        return { ...facts, provider: providers[0]?.[0], isProviderId: providers[0]?.[1] === sub }
      }),
    expected: {
      isAnonymous: false,
      email: null,
      emailVerified: false,
      displayName: null,
      phoneNumber: null,
      photoURL: null,
      tenantId: null,
      provider: 'oidc.wool',
      isProviderId: true,
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'accepts or rejects other kinds of token',
    run: (service) =>
      withClient(service, async (auth) => {
        const signIn = (idToken: string) =>
          outcomeOf(signInWithCredential(auth, GoogleAuthProvider.credential(idToken)))
        const signed = new SignJWT({ ...newClaims() }).setProtectedHeader({ alg: 'HS256' })
        return {
          unsigned: await signIn(new UnsecuredJWT({ ...newClaims() }).encode()),
          unknownSigner: await signIn(await signed.sign(new TextEncoder().encode('x'.repeat(32)))),
          accessToken: await outcomeOf(signInWithCredential(auth, facebookCredential(newClaims()))),
          googleAccessToken: await outcomeOf(signInWithCredential(auth, GoogleAuthProvider.credential(null, 'opaque'))),
          invalid: await signIn('token'),
          brokenJson: await signIn('{'),
          withoutSubject: await signIn('{}'),
        }
      }),
    expected: {
      unsigned: 'ok',
      unknownSigner: 'auth/invalid-credential',
      accessToken: 'ok',
      googleAccessToken: 'auth/invalid-credential',
      invalid: 'auth/invalid-credential',
      brokenJson: 'auth/invalid-credential',
      withoutSubject: 'auth/invalid-credential',
    },
  },
]

const reauthenticationCases: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    title: 'reauthenticates a user',
    run: (service) =>
      withClient(service, async (auth) => {
        const [claims, other, unknown] = [newClaims(), newClaims(), newClaims()]
        await signInWithCredential(auth, googleCredential(other))
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const reauthenticate = (who: typeof claims) =>
          outcomeOf(reauthenticateWithCredential(user, googleCredential(who)))
        return {
          right: await reauthenticate(claims),
          otherUser: await reauthenticate(other),
          newUser: await reauthenticate(unknown),
          createdAccount: !getAdditionalUserInfo(await signInWithCredential(auth, googleCredential(unknown)))
            ?.isNewUser,
        }
      }),
    expected: {
      right: 'ok',
      otherUser: 'auth/user-mismatch',
      newUser: 'auth/user-mismatch',
      createdAccount: false,
    },
  },
]

export const providerSignIn: readonly Case[] = [...signInCases, ...reauthenticationCases]
