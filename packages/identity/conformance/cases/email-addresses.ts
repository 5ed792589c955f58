import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateEmail,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, outcomeOf, readToken, rejectionOf } from '../client.ts'
import type { Service } from '../service.ts'
import {
  continueUrlOf,
  getLink,
  listLinks,
  newEmail,
  password,
  signUpAnonymously,
  signUpVerified,
  signUpWithPassword,
  type SignedUp,
} from '../users.ts'

const reset = { requestType: 'PASSWORD_RESET', email: 'a@example.com' }

const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL' }

const verification = { requestType: 'VERIFY_EMAIL' }

/** Sends a request with the ID token of a new user. */
const sendAs = (signUp: (service: Service) => Promise<SignedUp>) => async (service: Service, input: unknown) => {
  const { idToken } = await signUp(service)
  return rejectionOf(await call(service, '/v1/accounts:sendOobCode', { ...(input as object), idToken }))
}

export const emailAddresses: readonly Case[] = [
  ...casesOf('accounts:sendOobCode', {
    'sends a link that verifies an e-mail address': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const sent = await outcomeOf(sendEmailVerification(user, { url: continueUrlOf(service) }))
        const { requestType, newEmail: other, action } = await getLink(service, email)
        const { operation, languageCode, continueUrl } = action
        const hasContinueUrl = continueUrl === continueUrlOf(service)
        return { sent, requestType, other: other ?? null, operation, languageCode, hasContinueUrl }
      },
      expected: {
        sent: 'ok',
        requestType: 'VERIFY_EMAIL',
        other: null,
        operation: 'VERIFY_EMAIL',
        languageCode: 'en',
        hasContinueUrl: true,
      },
    },
    'sends a link that changes the e-mail address': {
      async run({ service, auth, email, other }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const sent = await outcomeOf(verifyBeforeUpdateEmail(user, other))
        const { requestType, newEmail: listed, oobCode, action } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        const linkOperation = action.operation
        return { sent, requestType, listed, linkOperation, operation, data }
      },
      expected: {
        sent: 'ok',
        requestType: 'VERIFY_AND_CHANGE_EMAIL',
        listed: 'OTHER',
        linkOperation: 'VERIFY_AND_CHANGE_EMAIL',
        operation: 'VERIFY_AND_CHANGE_EMAIL',
        data: { email: 'OTHER', previousEmail: 'EMAIL', multiFactorInfo: null },
      },
    },
    'sends no link to change to the e-mail address of another account': {
      async run({ auth, email, other }) {
        await createUserWithEmailAndPassword(auth, other, password)
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        return { sent: await outcomeOf(verifyBeforeUpdateEmail(user, other)) }
      },
      expected: { sent: 'auth/email-already-in-use' },
    },
  }),
  ...casesOf('accounts:update', {
    'a link verifies an e-mail address once': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        const before = user.emailVerified
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        const again = await outcomeOf(applyActionCode(auth, oobCode))
        await reload(user)
        const { email_verified: claimed } = readToken(await user.getIdToken(true))
        return { before, applied, again, after: user.emailVerified, claimed }
      },
      expected: { before: false, applied: 'ok', again: 'auth/invalid-action-code', after: true, claimed: true },
    },
    'rejects a code for an e-mail address that the account no longer has': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        await updateEmail(user, newEmail())
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        await reload(user)
        return { applied, verified: user.emailVerified }
      },
      expected: { applied: 'auth/invalid-action-code', verified: false },
    },
    'a link changes the e-mail address': {
      async run({ service, auth, email, other }) {
        const user = await signUpVerified(service, auth, email)
        await verifyBeforeUpdateEmail(user, other)
        const { oobCode } = await getLink(service, email)
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        const again = await outcomeOf(applyActionCode(auth, oobCode))
        const refreshed = await outcomeOf(user.getIdToken(true))
        const old = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        const fresh = await signInWithEmailAndPassword(auth, other, password)
        const { emailVerified } = fresh.user
        const isSame = fresh.user.uid === user.uid
        const recoveryLinks = (await listLinks(service, email)).map(({ requestType }) => requestType)
        return { applied, again, refreshed, old, emailVerified, isSame, recoveryLinks }
      },
      expected: {
        applied: 'ok',
        again: 'auth/invalid-action-code',
        refreshed: 'auth/user-token-expired',
        old: 'auth/invalid-credential',
        emailVerified: true,
        isSame: true,
        recoveryLinks: ['RECOVER_EMAIL'],
      },
    },
    'a link cannot change to an e-mail address that was taken after it was sent': {
      async run({ service, auth, email, other }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await verifyBeforeUpdateEmail(user, other)
        const { oobCode } = await getLink(service, email)
        const { user: rival } = await createUserWithEmailAndPassword(auth, other, password)
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        await rival.delete()
        return { applied, again: await outcomeOf(applyActionCode(auth, oobCode)) }
      },
      expected: { applied: 'auth/email-already-in-use', again: 'ok' },
    },
    'changing a verified e-mail address sends a link that recovers it': {
      async run({ service, auth, email, other }) {
        const user = await signUpVerified(service, auth, email)
        const changed = await outcomeOf(updateEmail(user, other))
        const during = [user.email, user.emailVerified]
        const { requestType, oobCode } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        const recovered = await outcomeOf(applyActionCode(auth, oobCode))
        const oldPasswordSignIn = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        await sendPasswordResetEmail(auth, email)
        await confirmPasswordReset(auth, (await getLink(service, email)).oobCode, 'purl two together')
        const after = await signInWithEmailAndPassword(auth, email, 'purl two together')
        const isSame = after.user.uid === user.uid
        const facts = { changed, during, requestType, operation, data, recovered, oldPasswordSignIn, isSame }
        return { ...facts, emailVerified: after.user.emailVerified }
      },
      expected: {
        changed: 'ok',
        during: ['OTHER', false],
        requestType: 'RECOVER_EMAIL',
        operation: 'RECOVER_EMAIL',
        data: { email: 'EMAIL', previousEmail: 'OTHER', multiFactorInfo: null },
        recovered: 'ok',
        oldPasswordSignIn: 'auth/invalid-credential',
        isSame: true,
        emailVerified: true,
      },
    },
    'changing an unverified e-mail address sends no recovery link': {
      async run({ service, auth, email, other }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const changed = await outcomeOf(updateEmail(user, other))
        const refreshed = await outcomeOf(user.getIdToken(true))
        const old = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        const { uid } = (await signInWithEmailAndPassword(auth, other, password)).user
        const recoveryLinks = (await listLinks(service, email)).map(({ requestType }) => requestType)
        return { changed, recoveryLinks, refreshed, old, isSame: uid === user.uid, verified: user.emailVerified }
      },
      expected: {
        changed: 'ok',
        recoveryLinks: [],
        refreshed: 'ok',
        old: 'auth/invalid-credential',
        isSame: true,
        verified: false,
      },
    },
    'reports a used or invalid e-mail address to the client': {
      async run({ auth, email, other }) {
        await createUserWithEmailAndPassword(auth, other, password)
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        return {
          taken: await outcomeOf(updateEmail(user, other)),
          invalid: await outcomeOf(updateEmail(user, 'knitter')),
        }
      },
      expected: { taken: 'auth/email-already-in-use', invalid: 'auth/invalid-email' },
    },
  }),
  ...rejections('accounts:sendOobCode', {
    'an empty request': [{}, 'MISSING_REQ_TYPE'],
    'an unspecified request type': [{ ...reset, requestType: 'OOB_REQ_TYPE_UNSPECIFIED' }, 'MISSING_REQ_TYPE'],
    'an unknown request type': [{ ...reset, requestType: 'KNIT' }, 'INVALID_ARGUMENT'],
    'a request to recover an e-mail address': [{ ...reset, requestType: 'RECOVER_EMAIL' }, 'INVALID_REQ_TYPE'],
    'a request for the link itself': [{ ...reset, returnOobLink: true }, 'INSUFFICIENT_PERMISSION'],
    'an invalid continue URL': [{ ...reset, continueUrl: 'x' }, 'INVALID_CONTINUE_URI'],
    'a password reset without an e-mail address': [{ requestType: 'PASSWORD_RESET' }, 'MISSING_EMAIL'],
    'a password reset for an invalid e-mail address': [{ ...reset, email: 'knitter' }, 'INVALID_EMAIL'],
    'a sign-in link without an e-mail address': [{ requestType: 'EMAIL_SIGNIN' }, 'MISSING_EMAIL'],
    'a sign-in link for an invalid e-mail address': [
      { requestType: 'EMAIL_SIGNIN', email: 'knitter' },
      'INVALID_EMAIL',
    ],
    'a verification without an ID token': [verification, 'INVALID_ID_TOKEN'],
    'a verification with a forged ID token': [{ ...verification, idToken: 'x' }, 'INVALID_ID_TOKEN'],
    'a change of the e-mail address without an ID token': [
      { ...change, newEmail: 'b@example.com' },
      'MISSING_ID_TOKEN',
    ],
    'a change of the e-mail address with a forged ID token': [
      { ...change, newEmail: 'b@example.com', idToken: 'x' },
      'INVALID_ID_TOKEN',
    ],
    'an e-mail address that is a list': [{ ...reset, email: [] }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
  ...rejections(
    'accounts:sendOobCode',
    {
      'a verification for a user without an e-mail address': [verification, 'MISSING_EMAIL'],
      'a change of the e-mail address for a user without one': [{ ...change, newEmail: newEmail() }, 'MISSING_EMAIL'],
    },
    sendAs(signUpAnonymously),
  ),
  ...rejections(
    'accounts:sendOobCode',
    {
      'a change of the e-mail address without the new one': [change, 'MISSING_NEW_EMAIL'],
      'a change to an invalid e-mail address': [{ ...change, newEmail: 'knitter' }, 'INVALID_EMAIL'],
      'a continue URL on another site': [
        { ...verification, continueUrl: 'https://example.com/' },
        'UNAUTHORIZED_DOMAIN',
      ],
    },
    sendAs(signUpWithPassword),
  ),
  ...casesOf('accounts:sendOobCode', {
    'rejects a change to the e-mail address of another account': {
      async run({ service, email }) {
        await signUpWithPassword(service, email)
        return sendAs(signUpWithPassword)(service, { ...change, newEmail: email })
      },
      expected: { status: 400, code: 'EMAIL_EXISTS' },
    },
    'rejects a continue URL whose path is another host': {
      run: async ({ service }) =>
        sendAs(signUpWithPassword)(service, { ...verification, continueUrl: `${service.origin}//example.com/` }),
      expected: { status: 400, code: 'UNAUTHORIZED_DOMAIN' },
    },
  }),
]
