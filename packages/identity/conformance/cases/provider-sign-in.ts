import {
  GoogleAuthProvider,
  getAdditionalUserInfo,
  reauthenticateWithCredential,
  signInWithCredential,
} from 'firebase/auth'
import { SignJWT, UnsecuredJWT } from 'jose'

import type { Case } from '../case.ts'
import { factsOf, outcomeOf, readToken, withClient } from '../client.ts'
import { withoutAddress } from '../people.ts'
import { facebookCredential, googleCredential, newClaims, userOfGoogle, woolCredential } from '../providers.ts'

const newcomers: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    what: 'a new user',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims({ picture: 'https://example.com/a.jpg' })
        const signedIn = await signInWithCredential(auth, googleCredential(claims))
        const { firebase, name, email_verified: verified } = readToken(await signedIn.user.getIdToken())
        const { isNewUser, providerId, profile } = getAdditionalUserInfo(signedIn) ?? {}
        const facts = { firebase, name, verified, isNewUser, providerId, profile, operation: signedIn.operationType }
        return withoutAddress({ ...factsOf(signedIn.user), ...facts }, claims.email)
      }),
    expected: {
      ...userOfGoogle,
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
    what: 'a user who signs in again with another name',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(auth, googleCredential({ ...claims, name: 'A spinner' }))
        const [theirs] = second.user.providerData
        return {
          isSame: first.user.uid === second.user.uid,
          isNewUser: getAdditionalUserInfo(second)?.isNewUser,
          displayName: second.user.displayName,
          nameThere: theirs?.displayName,
        }
      }),
    expected: { isSame: true, isNewUser: false, displayName: 'A knitter', nameThere: 'A spinner' },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'a user with only an id',
    run: (service) =>
      withClient(service, async (auth) => {
        const { sub } = newClaims()
        const { user } = await signInWithCredential(auth, woolCredential({ sub }, 'nonce'))
        const { providers, ...facts } = factsOf(user)
        return { ...facts, provider: providers[0]?.[0], isTheirs: providers[0]?.[1] === sub }
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
      isTheirs: true,
    },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'tokens of other kinds',
    run: (service) =>
      withClient(service, async (auth) => {
        const signIn = (idToken: string) =>
          outcomeOf(signInWithCredential(auth, GoogleAuthProvider.credential(idToken)))
        const signed = new SignJWT({ ...newClaims() }).setProtectedHeader({ alg: 'HS256' })
        return {
          unsigned: await signIn(new UnsecuredJWT({ ...newClaims() }).encode()),
          ofUnknownSigner: await signIn(await signed.sign(new TextEncoder().encode('x'.repeat(32)))),
          accessToken: await outcomeOf(signInWithCredential(auth, facebookCredential(newClaims()))),
          ofGoogleAlone: await outcomeOf(signInWithCredential(auth, GoogleAuthProvider.credential(null, 'opaque'))),
          none: await signIn('token'),
          brokenJson: await signIn('{'),
          nobodys: await signIn('{}'),
        }
      }),
    expected: {
      unsigned: 'ok',
      ofUnknownSigner: 'auth/invalid-credential',
      accessToken: 'ok',
      ofGoogleAlone: 'auth/invalid-credential',
      none: 'auth/invalid-credential',
      brokenJson: 'auth/invalid-credential',
      nobodys: 'auth/invalid-credential',
    },
  },
]

const reauthentication: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    what: 'a user reauthenticates',
    run: (service) =>
      withClient(service, async (auth) => {
        const [claims, other, strange] = [newClaims(), newClaims(), newClaims()]
        await signInWithCredential(auth, googleCredential(other))
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const show = (who: typeof claims) => outcomeOf(reauthenticateWithCredential(user, googleCredential(who)))
        return {
          right: await show(claims),
          somebodyElse: await show(other),
          nobodyYet: await show(strange),
          madeAnAccount: !getAdditionalUserInfo(await signInWithCredential(auth, googleCredential(strange)))?.isNewUser,
        }
      }),
    expected: {
      right: 'ok',
      somebodyElse: 'auth/user-mismatch',
      nobodyYet: 'auth/user-mismatch',
      madeAnAccount: false,
    },
  },
]

export const providerSignIn: readonly Case[] = [...newcomers, ...reauthentication]
