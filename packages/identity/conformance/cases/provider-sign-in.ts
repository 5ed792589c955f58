import {
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  linkWithCredential,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
} from 'firebase/auth'
import { SignJWT, UnsecuredJWT } from 'jose'

import { casesOf, type Case } from '../case.ts'
import { factsOf, outcomeOf, readToken } from '../client.ts'
import { errorOf, facebookCredential, googleCredential, googleUser, newClaims, woolCredential } from '../providers.ts'
import { anonymousUser, password } from '../users.ts'

const { providers: _, ...withoutProviders } = anonymousUser

export const providerSignIn: readonly Case[] = [
  ...casesOf('accounts:signInWithIdp', {
    'creates a user': {
      async run({ auth, claims }) {
        const credential = googleCredential({ ...claims, picture: 'https://example.com/a.jpg' })
        const signedIn = await signInWithCredential(auth, credential)
        const { firebase, name, email_verified: verified } = readToken(await signedIn.user.getIdToken())
        const { isNewUser, providerId, profile } = getAdditionalUserInfo(signedIn) ?? {}
        const facts = { firebase, name, verified, isNewUser, providerId, profile, operation: signedIn.operationType }
        return { ...factsOf(signedIn.user), ...facts }
      },
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
    'keeps the display name of an existing user': {
      async run({ auth, claims }) {
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(auth, googleCredential({ ...claims, name: 'A spinner' }))
        const [providerUser] = second.user.providerData
        return {
          isSame: first.user.uid === second.user.uid,
          isNewUser: getAdditionalUserInfo(second)?.isNewUser,
          displayName: second.user.displayName,
          providerDisplayName: providerUser?.displayName,
        }
      },
      expected: { isSame: true, isNewUser: false, displayName: 'A knitter', providerDisplayName: 'A spinner' },
    },
    'creates a user from an id alone': {
      async run({ auth, claims: { sub } }) {
        const { user } = await signInWithCredential(auth, woolCredential({ sub }, 'nonce'))
        const { providers, ...facts } = factsOf(user)
        return { ...facts, provider: providers[0]?.[0], isProviderId: providers[0]?.[1] === sub }
      },
      expected: { ...withoutProviders, isAnonymous: false, provider: 'oidc.wool', isProviderId: true },
    },
    'accepts or rejects other kinds of token': {
      async run({ auth }) {
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
      },
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
    'reauthenticates a user': {
      async run({ auth, claims }) {
        const [other, unknown] = [newClaims(), newClaims()]
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
      },
      expected: {
        right: 'ok',
        otherUser: 'auth/user-mismatch',
        newUser: 'auth/user-mismatch',
        createdAccount: false,
      },
    },
    'an unverified e-mail address does not sign in to the account that has it': {
      async run({ auth, email, claims }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const { uid } = user
        const unverified = googleCredential({ ...claims, email_verified: false })
        const rejected = await errorOf(signInWithCredential(auth, unverified))
        const credential = GoogleAuthProvider.credentialFromError(rejected)
        const methods = await fetchSignInMethodsForEmail(auth, email)
        const signedIn = await signInWithEmailAndPassword(auth, email, password)
        const linked = credential && (await linkWithCredential(signedIn.user, credential))
        const later = await signInWithCredential(auth, unverified)
        return {
          code: rejected.code,
          hasEmail: rejected.customData.email === email,
          methods,
          linked: linked?.user.providerData.map(({ providerId }) => providerId).toSorted(),
          isSame: signedIn.user.uid === uid && later.user.uid === uid,
        }
      },
      expected: {
        code: 'auth/account-exists-with-different-credential',
        hasEmail: true,
        methods: [],
        linked: ['google.com', 'password'],
        isSame: true,
      },
    },
    'a verified e-mail address signs in to the account that has verified it': {
      async run({ auth, claims }) {
        const first = await signInWithCredential(auth, googleCredential(claims))
        const spinner = woolCredential({ ...claims, sub: `wool-${claims.sub}`, name: 'A spinner' })
        const second = await signInWithCredential(auth, spinner)
        const providers = second.user.providerData.map(({ providerId }) => providerId)
        return { isSame: first.user.uid === second.user.uid, providers, displayName: second.user.displayName }
      },
      expected: { isSame: true, providers: ['google.com', 'oidc.wool'], displayName: 'A spinner' },
    },
    'takes over an account with an unverified e-mail address and removes its password': {
      async run({ auth, email, claims }) {
        const { user: squatter } = await createUserWithEmailAndPassword(auth, email, password)
        const { user } = await signInWithCredential(auth, googleCredential(claims))
        const isSame = user.uid === squatter.uid
        const passwordSignIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        const earlierSession = await outcomeOf(squatter.getIdToken(true))
        return { isSame, ...factsOf(user), passwordSignIn, earlierSession }
      },
      expected: {
        isSame: true,
        ...googleUser,
        photoURL: null,
        passwordSignIn: 'auth/invalid-credential',
        earlierSession: 'auth/user-token-expired',
      },
    },
    'takes over an account with an unverified e-mail address and removes its providers': {
      async run({ auth, email, claims }) {
        await signInWithCredential(auth, woolCredential({ ...claims, email_verified: false }))
        const owner = { sub: `true-${email}`, email, email_verified: true }
        const { user } = await signInWithCredential(auth, googleCredential(owner))
        return { providers: user.providerData.map(({ providerId }) => providerId) }
      },
      expected: { providers: ['google.com'] },
    },
    'replaces the linked user of the same provider and e-mail address': {
      async run({ auth, claims }) {
        const first = await signInWithCredential(auth, googleCredential(claims))
        const second = await signInWithCredential(auth, googleCredential({ ...claims, sub: `other-${claims.sub}` }))
        const ids = second.user.providerData.map(({ uid }) => uid)
        return { isSame: first.user.uid === second.user.uid, ids }
      },
      expected: { isSame: true, ids: ['other-id-EMAIL'] },
    },
  }),
]
