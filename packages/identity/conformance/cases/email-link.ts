import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getAdditionalUserInfo,
  isSignInWithEmailLink,
  linkWithCredential,
  reauthenticateWithCredential,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  type Auth,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, readToken } from '../client.ts'
import type { Service } from '../service.ts'
import { continueUrlOf, getLink, newEmail, password, passwordUser, signUpVerified } from '../users.ts'

/** Requests a sign-in link and reads it from the list of sent links. */
async function getSignInLink(service: Service, auth: Auth, email: string): Promise<string> {
  await sendSignInLinkToEmail(auth, email, { url: continueUrlOf(service), handleCodeInApp: true })
  return (await getLink(service, email.toLowerCase())).oobLink
}

export const emailLink: readonly Case[] = [
  ...casesOf('accounts:signInWithEmailLink', {
    'creates a user with a verified e-mail address': {
      async run({ service, auth, email }) {
        const link = await getSignInLink(service, auth, email.toUpperCase())
        const isLink = isSignInWithEmailLink(auth, link)
        const signedIn = await signInWithEmailLink(auth, email, link)
        const { firebase } = readToken(await signedIn.user.getIdToken())
        const { isNewUser, providerId } = getAdditionalUserInfo(signedIn) ?? {}
        const again = await outcomeOf(signInWithEmailLink(auth, email, link))
        return { isLink, ...factsOf(signedIn.user), firebase, isNewUser, providerId, again }
      },
      expected: {
        isLink: true,
        ...passwordUser,
        emailVerified: true,
        firebase: { identities: { email: ['EMAIL'] }, sign_in_provider: 'password' },
        isNewUser: true,
        providerId: 'password',
        again: 'auth/invalid-action-code',
      },
    },
    'signs an existing user in': {
      async run({ service, auth, email }) {
        const first = await signInWithEmailLink(auth, email, await getSignInLink(service, auth, email))
        const second = await signInWithEmailLink(auth, email, await getSignInLink(service, auth, email))
        const isNewUser = getAdditionalUserInfo(second)?.isNewUser
        return { isSame: first.user.uid === second.user.uid, isNewUser }
      },
      expected: { isSame: true, isNewUser: false },
    },
    'takes over an account with an unverified e-mail address and removes its password': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const signedIn = await signInWithEmailLink(auth, email, await getSignInLink(service, auth, email))
        const isSame = signedIn.user.uid === user.uid
        const passwordSignIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        return { isSame, emailVerified: signedIn.user.emailVerified, passwordSignIn }
      },
      expected: { isSame: true, emailVerified: true, passwordSignIn: 'auth/invalid-credential' },
    },
    'keeps the password of an account with a verified e-mail address': {
      async run({ service, auth, email }) {
        const user = await signUpVerified(service, auth, email)
        const signedIn = await signInWithEmailLink(auth, email, await getSignInLink(service, auth, email))
        const passwordSignIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        return { isSame: signedIn.user.uid === user.uid, passwordSignIn }
      },
      expected: { isSame: true, passwordSignIn: 'ok' },
    },
    'rejects an e-mail address that the link was not sent to': {
      async run({ service, auth, email }) {
        const link = await getSignInLink(service, auth, email)
        return {
          other: await outcomeOf(signInWithEmailLink(auth, newEmail(), link)),
          right: await outcomeOf(signInWithEmailLink(auth, email, link)),
        }
      },
      expected: { other: 'auth/invalid-email', right: 'ok' },
    },
    'reauthenticates a user': {
      async run({ service, auth, email }) {
        const { user } = await signInWithEmailLink(auth, email, await getSignInLink(service, auth, email))
        const reauthenticate = async (address: string) => {
          const link = await getSignInLink(service, auth, address)
          return outcomeOf(reauthenticateWithCredential(user, EmailAuthProvider.credentialWithLink(address, link)))
        }
        return { right: await reauthenticate(email), otherUser: await reauthenticate(newEmail()) }
      },
      expected: { right: 'ok', otherUser: 'auth/user-mismatch' },
    },
    'adding an e-mail address to an anonymous user keeps the user id': {
      async run({ service, auth, email }) {
        const { user } = await signInAnonymously(auth)
        const { uid } = user
        const credential = EmailAuthProvider.credentialWithLink(email, await getSignInLink(service, auth, email))
        const linked = await linkWithCredential(user, credential)
        return { ...factsOf(linked.user), isSame: linked.user.uid === uid }
      },
      expected: { ...passwordUser, emailVerified: true, isSame: true },
    },
    'does not link the e-mail address of another account': {
      async run({ service, auth, email }) {
        await createUserWithEmailAndPassword(auth, email, password)
        await auth.signOut()
        const { user } = await signInAnonymously(auth)
        const link = await getSignInLink(service, auth, email)
        return {
          linked: await outcomeOf(linkWithCredential(user, EmailAuthProvider.credentialWithLink(email, link))),
          signedIn: await outcomeOf(signInWithEmailLink(auth, email, link)),
        }
      },
      expected: { linked: 'auth/email-already-in-use', signedIn: 'ok' },
    },
    'returns tokens and the e-mail address': {
      async run({ service, email }) {
        const requested = await call(service, '/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email })
        const { oobCode } = await getLink(service, email)
        const { body: checked } = await call(service, '/v1/accounts:resetPassword', { oobCode })
        const { status, body } = await call(service, '/v1/accounts:signInWithEmailLink', { email, oobCode })
        const { kind, isNewUser, expiresIn } = body
        const fields = Object.keys(body).toSorted()
        return { requested, checked, status, fields, kind, isNewUser, expiresIn }
      },
      expected: {
        requested: { status: 200, body: { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: 'EMAIL' } },
        checked: { kind: 'identitytoolkit#ResetPasswordResponse', requestType: 'EMAIL_SIGNIN' },
        status: 200,
        fields: ['email', 'expiresIn', 'idToken', 'isNewUser', 'kind', 'localId', 'refreshToken'],
        kind: 'identitytoolkit#EmailLinkSigninResponse',
        isNewUser: true,
        expiresIn: '3600',
      },
    },
  }),
  ...rejections('accounts:signInWithEmailLink', {
    'a missing e-mail address': [{ oobCode: 'x' }, 'MISSING_EMAIL'],
    'a missing code': [{ email: 'a@example.com' }, 'MISSING_OOB_CODE'],
    'an invalid code': [{ email: 'a@example.com', oobCode: 'x' }, 'INVALID_OOB_CODE'],
    'a forged ID token': [{ email: 'a@example.com', oobCode: 'x', idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'an e-mail address that is an object': [{ email: {}, oobCode: 'x' }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
]
