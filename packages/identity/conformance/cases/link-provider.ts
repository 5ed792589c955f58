import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  linkWithCredential,
  reload,
  signInAnonymously,
  signInWithCredential,
  unlink,
  type User,
} from 'firebase/auth'

import type { Case } from '../case.ts'
import { factsOf, outcomeOf, readToken, withClient } from '../client.ts'
import { googleCredential, newClaims, googleUser, woolCredential } from '../providers.ts'
import { newEmail, password, maskEmail } from '../users.ts'

const linkCases: Case[] = [
  {
    method: 'accounts:signInWithIdp',
    title: 'linking a provider to an anonymous user keeps the user id',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const linked = await linkWithCredential(user, googleCredential(claims))
        await reload(linked.user)
        const { sign_in_provider: signedInBy } = readToken(await linked.user.getIdToken())['firebase'] as {
          sign_in_provider: string
        }
        const facts = { ...factsOf(linked.user), isSame: linked.user.uid === uid, signedInBy }
        return maskEmail({ ...facts, operation: linked.operationType }, claims.email)
      }),
    expected: {
      ...googleUser,
      displayName: null,
      photoURL: null,
      isSame: true,
      signedInBy: 'google.com',
      operation: 'link',
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'links two providers to a user with a password',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await linkWithCredential(user, googleCredential(newClaims()))
        const before = user.emailVerified
        await linkWithCredential(user, woolCredential(newClaims({ email })))
        await reload(user)
        const providers = user.providerData.map(({ providerId }) => providerId).toSorted()
        return { isSameEmail: user.email === email, before, after: user.emailVerified, providers }
      }),
    expected: {
      isSameEmail: true,
      before: false,
      after: true,
      providers: ['google.com', 'oidc.wool', 'password'],
    },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'does not link a provider’s user that is linked to another account',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const { user: owner } = await signInWithCredential(auth, googleCredential(claims))
        await auth.signOut()
        const { user } = await signInAnonymously(auth)
        const linked = await outcomeOf(linkWithCredential(user, googleCredential(claims)))
        const isSignedIn = auth.currentUser?.uid === user.uid
        const instead = await signInWithCredential(auth, googleCredential(claims))
        return { linked, isSignedIn, isOwner: instead.user.uid === owner.uid }
      }),
    expected: { linked: 'auth/credential-already-in-use', isSignedIn: true, isOwner: true },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'does not link a provider’s user with the e-mail address of another account',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        await createUserWithEmailAndPassword(auth, email, password)
        await auth.signOut()
        const { user } = await signInAnonymously(auth)
        return { linked: await outcomeOf(linkWithCredential(user, googleCredential(newClaims({ email })))) }
      }),
    expected: { linked: 'auth/email-already-in-use' },
  },
  {
    method: 'accounts:signInWithIdp',
    title: 'does not link a provider twice',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInWithCredential(auth, googleCredential(newClaims()))
        return { linked: await outcomeOf(linkWithCredential(user, googleCredential(newClaims()))) }
      }),
    expected: { linked: 'auth/provider-already-linked' },
  },
]

const unlinkCases: Case[] = [
  {
    method: 'accounts:update',
    title: 'the client unlinks a provider',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const { uid } = user
        await linkWithCredential(user, woolCredential({ sub: `wool-${claims.sub}` }))
        const unlinked = await outcomeOf(unlink(user, 'google.com'))
        const again = await outcomeOf(unlink(user, 'google.com'))
        await reload(user)
        const left = user.providerData.map(({ providerId }) => providerId)
        const { identities } = readToken(await user.getIdToken(true))['firebase'] as { identities: object }
        const back = await signInWithCredential(auth, woolCredential({ sub: `wool-${claims.sub}` }))
        return {
          unlinked,
          again,
          left,
          isSameEmail: user.email === claims.email,
          identities: Object.keys(identities).toSorted(),
          isSame: back.user.uid === uid,
        }
      }),
    expected: {
      unlinked: 'ok',
      again: 'auth/no-such-provider',
      left: ['oidc.wool'],
      isSameEmail: true,
      identities: ['email', 'oidc.wool'],
      isSame: true,
    },
  },
  {
    method: 'accounts:update',
    title: 'the client unlinks a password that was added to a provider’s user',
    run: (service) =>
      withClient(service, async (auth) => {
        const { user } = await signInWithCredential(auth, googleCredential(newClaims()))
        await linkWithCredential(user, EmailAuthProvider.credential(newEmail(), password))
        const linked = providersOf(user)
        const unlinked = await outcomeOf(unlink(user, 'password'))
        await reload(user)
        return { linked, unlinked, left: providersOf(user), email: user.email }
      }),
    expected: { linked: ['google.com', 'password'], unlinked: 'ok', left: ['google.com'], email: null },
  },
  {
    method: 'accounts:signUp',
    title: 'adds a password at the e-mail address of a provider’s user',
    run: (service) =>
      withClient(service, async (auth) => {
        const claims = newClaims()
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const credential = EmailAuthProvider.credential(claims.email, password)
        return { linked: await outcomeOf(linkWithCredential(user, credential)), providers: providersOf(user) }
      }),
    expected: { linked: 'ok', providers: ['google.com', 'password'] },
  },
]

function providersOf({ providerData }: User): string[] {
  return providerData.map(({ providerId }) => providerId).toSorted()
}

export const linkProvider: readonly Case[] = [...linkCases, ...unlinkCases]
