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
import { newEmail, password, withoutAddress } from '../people.ts'
import { errorOf, googleCredential, newClaims, userOfGoogle, woolCredential } from '../providers.ts'

/** A provider's user with an address that an account already has. */
export const providerSameAddress: readonly Case[] = [
  {
    method: 'accounts:signInWithIdp',
    what: 'an address of a user with a password, not verified by the provider',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const { uid } = user
        const claims = newClaims({ email, email_verified: false })
        const refused = await errorOf(signInWithCredential(auth, googleCredential(claims)))
        const stillGood = GoogleAuthProvider.credentialFromError(refused)
        const methods = await fetchSignInMethodsForEmail(auth, email)
        const back = await signInWithEmailAndPassword(auth, email, password)
        const linked = stillGood && (await linkWithCredential(back.user, stillGood))
        const later = await signInWithCredential(auth, googleCredential(claims))
        return {
          code: refused.code,
          address: refused.customData.email === email,
          methods,
          linked: linked?.user.providerData.map(({ providerId }) => providerId).toSorted(),
          isSame: back.user.uid === uid && later.user.uid === uid,
        }
      }),
    expected: {
      code: 'auth/account-exists-with-different-credential',
      address: true,
      methods: [],
      linked: ['google.com', 'password'],
      isSame: true,
    },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'an address that its user has confirmed',
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
    what: 'an address that another user signed up with and never confirmed',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const { user: stranger } = await createUserWithEmailAndPassword(auth, claims.email, password)
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const isSame = user.uid === stranger.uid
        const byPassword = await outcomeOf(signInWithEmailAndPassword(auth, claims.email, password))
        const strangersToken = await outcomeOf(stranger.getIdToken(true))
        return withoutAddress({ isSame, ...factsOf(user), byPassword, strangersToken }, claims.email)
      }),
    expected: {
      isSame: true,
      ...userOfGoogle,
      photoURL: null,
      byPassword: 'auth/invalid-credential',
      strangersToken: 'auth/user-token-expired',
    },
  },
  {
    method: 'accounts:signInWithIdp',
    what: 'other providers that a stranger linked to an address',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email, ...rest } = newClaims()
        const strangers = { ...rest, email, email_verified: false }
        await signInWithCredential(auth, woolCredential(strangers))
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
    what: 'an address of another user of the same provider',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(auth, googleCredential({ ...claims, sub: `other-${claims.sub}` }))
        const ids = second.user.providerData.map(({ uid }) => uid)
        return withoutAddress({ isSame: first.user.uid === second.user.uid, ids }, claims.email)
      }),
    expected: { isSame: true, ids: ['other-id-EMAIL'] },
  },
]
