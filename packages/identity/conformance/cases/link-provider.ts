import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  linkWithCredential,
  reload,
  signInAnonymously,
  signInWithCredential,
  unlink,
  type User,
} from 'firebase/auth'

import { casesOf, type Case } from '../case.ts'
import { factsOf, outcomeOf, readToken } from '../client.ts'
import { googleCredential, googleUser, newClaims, woolCredential } from '../providers.ts'
import { newEmail, password } from '../users.ts'

function providersOf({ providerData }: User): string[] {
  return providerData.map(({ providerId }) => providerId).toSorted()
}

export const linkProvider: readonly Case[] = [
  ...casesOf('accounts:signInWithIdp', {
    'linking a provider to an anonymous user keeps the user id': {
      async run({ auth, claims }) {
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const linked = await linkWithCredential(user, googleCredential(claims))
        await reload(linked.user)
        const { signInProvider: signedInBy } = await linked.user.getIdTokenResult()
        return { ...factsOf(linked.user), isSame: linked.user.uid === uid, signedInBy, operation: linked.operationType }
      },
      expected: {
        ...googleUser,
        displayName: null,
        photoURL: null,
        isSame: true,
        signedInBy: 'google.com',
        operation: 'link',
      },
    },
    'links two providers to a user with a password': {
      async run({ auth, email, claims }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await linkWithCredential(user, googleCredential(newClaims()))
        const before = user.emailVerified
        await linkWithCredential(user, woolCredential(claims))
        await reload(user)
        return { isSameEmail: user.email === email, before, after: user.emailVerified, providers: providersOf(user) }
      },
      expected: {
        isSameEmail: true,
        before: false,
        after: true,
        providers: ['google.com', 'oidc.wool', 'password'],
      },
    },
    'does not link a provider’s user that is linked to another account': {
      async run({ auth, claims }) {
        const { user: owner } = await signInWithCredential(auth, googleCredential(claims))
        await auth.signOut()
        const { user } = await signInAnonymously(auth)
        const linked = await outcomeOf(linkWithCredential(user, googleCredential(claims)))
        const isSignedIn = auth.currentUser?.uid === user.uid
        const instead = await signInWithCredential(auth, googleCredential(claims))
        return { linked, isSignedIn, isOwner: instead.user.uid === owner.uid }
      },
      expected: { linked: 'auth/credential-already-in-use', isSignedIn: true, isOwner: true },
    },
    'does not link a provider’s user with the e-mail address of another account': {
      async run({ auth, email, claims }) {
        await createUserWithEmailAndPassword(auth, email, password)
        await auth.signOut()
        const { user } = await signInAnonymously(auth)
        return { linked: await outcomeOf(linkWithCredential(user, googleCredential(claims))) }
      },
      expected: { linked: 'auth/email-already-in-use' },
    },
    'does not link a provider twice': {
      async run({ auth, claims }) {
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        return { linked: await outcomeOf(linkWithCredential(user, googleCredential(newClaims()))) }
      },
      expected: { linked: 'auth/provider-already-linked' },
    },
  }),
  ...casesOf('accounts:update', {
    'the client unlinks a provider': {
      async run({ auth, email, claims }) {
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const { uid } = user
        await linkWithCredential(user, woolCredential({ sub: `wool-${claims.sub}` }))
        const unlinked = await outcomeOf(unlink(user, 'google.com'))
        const again = await outcomeOf(unlink(user, 'google.com'))
        await reload(user)
        const left = providersOf(user)
        const { identities } = readToken(await user.getIdToken(true))['firebase'] as { identities: object }
        const back = await signInWithCredential(auth, woolCredential({ sub: `wool-${claims.sub}` }))
        return {
          unlinked,
          again,
          left,
          isSameEmail: user.email === email,
          identities: Object.keys(identities).toSorted(),
          isSame: back.user.uid === uid,
        }
      },
      expected: {
        unlinked: 'ok',
        again: 'auth/no-such-provider',
        left: ['oidc.wool'],
        isSameEmail: true,
        identities: ['email', 'oidc.wool'],
        isSame: true,
      },
    },
    'the client unlinks a password that was added to a provider’s user': {
      async run({ auth }) {
        const { user } = await signInWithCredential(auth, googleCredential(newClaims()))
        await linkWithCredential(user, EmailAuthProvider.credential(newEmail(), password))
        const linked = providersOf(user)
        const unlinked = await outcomeOf(unlink(user, 'password'))
        await reload(user)
        return { linked, unlinked, left: providersOf(user), email: user.email }
      },
      expected: { linked: ['google.com', 'password'], unlinked: 'ok', left: ['google.com'], email: null },
    },
  }),
  ...casesOf('accounts:signUp', {
    'adds a password at the e-mail address of a provider’s user': {
      async run({ auth, email, claims }) {
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const credential = EmailAuthProvider.credential(email, password)
        return { linked: await outcomeOf(linkWithCredential(user, credential)), providers: providersOf(user) }
      },
      expected: { linked: 'ok', providers: ['google.com', 'password'] },
    },
  }),
]
