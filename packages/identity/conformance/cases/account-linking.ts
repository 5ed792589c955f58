import {
  GoogleAuthProvider,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  linkWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
} from 'firebase/auth'

import type { Case } from '../case.ts'
import { factsOf, outcomeOf, withClient } from '../client.ts'
import { errorOf, googleCredential, newClaims, googleUser, woolCredential } from '../providers.ts'
import { newEmail, password, maskEmail } from '../users.ts'

/** The user of a provider has the e-mail address of an existing account. */
export const accountLinking: readonly Case[] = [
  {
    method: 'accounts:signInWithIdp',
    title: 'an unverified e-mail address does not sign in to the account that has it',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const { uid } = user
        const claims = newClaims({ email, email_verified: false })
        const rejected = await errorOf(signInWithCredential(auth, googleCredential(claims)))
        const credential = GoogleAuthProvider.credentialFromError(rejected)
        const methods = await fetchSignInMethodsForEmail(auth, email)
        const signedIn = await signInWithEmailAndPassword(auth, email, password)
        const linked = credential && (await linkWithCredential(signedIn.user, credential))
        const later = await signInWithCredential(auth, googleCredential(claims))
        return {
          code: rejected.code,
          hasEmail: rejected.customData.email === email,
          methods,
          linked: linked?.user.providerData.map(({ providerId }) => providerId).toSorted(),
          isSame: signedIn.user.uid === uid && later.user.uid === uid,
        }
      }),
    expected: {
      code: 'auth/account-exists-with-different-credential',
      hasEmail: true,
      methods: [],
      linked: ['google.com', 'password'],
      isSame: true,
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'a verified e-mail address signs in to the account that has verified it',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(
          auth,
          woolCredential({ ...claims, sub: `wool-${claims.sub}`, name: 'A spinner' }),
        )
        const providers = second.user.providerData.map(({ providerId }) => providerId)
        return { isSame: first.user.uid === second.user.uid, providers, displayName: second.user.displayName }
      }),
    expected: { isSame: true, providers: ['google.com', 'oidc.wool'], displayName: 'A spinner' },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'takes over an account with an unverified e-mail address and removes its password',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const { user: squatter } = await createUserWithEmailAndPassword(auth, claims.email, password)
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const isSame = user.uid === squatter.uid
        const passwordSignIn = await outcomeOf(signInWithEmailAndPassword(auth, claims.email, password))
        const earlierSession = await outcomeOf(squatter.getIdToken(true))
        return maskEmail({ isSame, ...factsOf(user), passwordSignIn, earlierSession }, claims.email)
      }),
    expected: {
      isSame: true,
      ...googleUser,
      photoURL: null,
      passwordSignIn: 'auth/invalid-credential',
      earlierSession: 'auth/user-token-expired',
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'takes over an account with an unverified e-mail address and removes its providers',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email, ...rest } = newClaims()
        const squatter = { ...rest, email, email_verified: false }
        await signInWithCredential(auth, woolCredential(squatter))
        const { user } = await signInWithCredential(
          auth,
          googleCredential({ sub: `true-${email}`, email, email_verified: true }),
        )
        return { providers: user.providerData.map(({ providerId }) => providerId) }
      }),
    expected: { providers: ['google.com'] },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'replaces the linked user of the same provider and e-mail address',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(auth, googleCredential({ ...claims, sub: `other-${claims.sub}` }))
        const ids = second.user.providerData.map(({ uid }) => uid)
        return maskEmail({ isSame: first.user.uid === second.user.uid, ids }, claims.email)
      }),
    expected: { isSame: true, ids: ['other-id-EMAIL'] },
  },
]
