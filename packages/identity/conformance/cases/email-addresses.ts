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

import { continueUrlOf, getLink, listLinks } from '../action-links.ts'
import type { Case } from '../case.ts'
import { outcomeOf, readToken, withClient } from '../client.ts'
import { newEmail, password, signUpVerified, maskEmail } from '../users.ts'

/** Replaces both e-mail addresses of a user in facts. */
function maskEmails<T>(facts: T, email: string, other: string): T {
  return maskEmail(JSON.parse(JSON.stringify(facts).replaceAll(other, 'OTHER')) as T, email)
}

const verifyCases: Case[] = [
  {
    method: 'accounts:sendOobCode',
    title: 'sends a link that verifies an e-mail address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const sent = await outcomeOf(sendEmailVerification(user, { url: continueUrlOf(service) }))
        const { requestType, newEmail: other, action } = await getLink(service, email)
        const { operation, languageCode, continueUrl } = action
        const hasContinueUrl = continueUrl === continueUrlOf(service)
        return { sent, requestType, other: other ?? null, operation, languageCode, hasContinueUrl }
      }),
    expected: {
      sent: 'ok',
      requestType: 'VERIFY_EMAIL',
      other: null,
      operation: 'VERIFY_EMAIL',
      languageCode: 'en',
      hasContinueUrl: true,
    },
  },
  {
    method: 'accounts:update',
    title: 'a link verifies an e-mail address once',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        const before = user.emailVerified
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        const again = await outcomeOf(applyActionCode(auth, oobCode))
        await reload(user)
        const { email_verified: claimed } = readToken(await user.getIdToken(true))
        return { before, applied, again, after: user.emailVerified, claimed }
      }),
    expected: { before: false, applied: 'ok', again: 'auth/invalid-action-code', after: true, claimed: true },
  },
  {
    method: 'accounts:update',
    title: 'rejects a code for an e-mail address that the account no longer has',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        await updateEmail(user, newEmail())
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        await reload(user)
        return { applied, verified: user.emailVerified }
      }),
    expected: { applied: 'auth/invalid-action-code', verified: false },
  },
]

const changeCases: Case[] = [
  {
    method: 'accounts:sendOobCode',
    title: 'sends a link that changes the e-mail address',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const sent = await outcomeOf(verifyBeforeUpdateEmail(user, other))
        const { requestType, newEmail: listed, oobCode, action } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        const linkOperation = action.operation
        return maskEmails({ sent, requestType, listed, linkOperation, operation, data }, email, other)
      }),
    expected: {
      sent: 'ok',
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      listed: 'OTHER',
      linkOperation: 'VERIFY_AND_CHANGE_EMAIL',
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      data: { email: 'OTHER', previousEmail: 'EMAIL', multiFactorInfo: null },
    },
  },
  {
    method: 'accounts:update',
    title: 'a link changes the e-mail address',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
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
      }),
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
  {
    method: 'accounts:update',
    title: 'a link cannot change to an e-mail address that was taken after it was sent',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await verifyBeforeUpdateEmail(user, other)
        const { oobCode } = await getLink(service, email)
        const { user: rival } = await createUserWithEmailAndPassword(auth, other, password)
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        await rival.delete()
        return { applied, again: await outcomeOf(applyActionCode(auth, oobCode)) }
      }),
    expected: { applied: 'auth/email-already-in-use', again: 'ok' },
  },
  {
    method: 'accounts:sendOobCode',
    title: 'sends no link to change to the e-mail address of another account',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
        await createUserWithEmailAndPassword(auth, other, password)
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        return { sent: await outcomeOf(verifyBeforeUpdateEmail(user, other)) }
      }),
    expected: { sent: 'auth/email-already-in-use' },
  },
]

const recoveryCases: Case[] = [
  {
    method: 'accounts:update',
    title: 'changing a verified e-mail address sends a link that recovers it',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
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
        return maskEmails({ ...facts, emailVerified: after.user.emailVerified }, email, other)
      }),
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
  {
    method: 'accounts:update',
    title: 'changing an unverified e-mail address sends no recovery link',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const changed = await outcomeOf(updateEmail(user, newEmail()))
        const recoveryLinks = (await listLinks(service, email)).map(({ requestType }) => requestType)
        return { changed, recoveryLinks }
      }),
    expected: { changed: 'ok', recoveryLinks: [] },
  },
  {
    method: 'accounts:update',
    title: 'reports a used or invalid e-mail address to the client',
    run: (service) =>
      withClient(service, async (auth) => {
        const taken = newEmail()
        await createUserWithEmailAndPassword(auth, taken, password)
        const { user } = await createUserWithEmailAndPassword(auth, newEmail(), password)
        return {
          taken: await outcomeOf(updateEmail(user, taken)),
          invalid: await outcomeOf(updateEmail(user, 'knitter')),
        }
      }),
    expected: { taken: 'auth/email-already-in-use', invalid: 'auth/invalid-email' },
  },
]

export const emailAddresses: readonly Case[] = [...verifyCases, ...changeCases, ...recoveryCases]
