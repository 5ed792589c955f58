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

import type { Case } from '../case.ts'
import { outcomeOf, readToken, withClient } from '../client.ts'
import { continueUrlOf, getLink, listLinks } from '../codes.ts'
import { newEmail, password, signUpConfirmed, withoutAddress } from '../people.ts'

/** Facts without the user's two addresses. */
function withoutAddresses<T>(facts: T, email: string, other: string): T {
  return withoutAddress(JSON.parse(JSON.stringify(facts).replaceAll(other, 'OTHER')) as T, email)
}

const verifyCases: Case[] = [
  {
    method: 'accounts:sendOobCode',
    what: 'a link to confirm an address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const sent = await outcomeOf(sendEmailVerification(user, { url: continueUrlOf(service) }))
        const { requestType, newEmail: other, action } = await getLink(service, email)
        const { operation, languageCode, continueUrl } = action
        const leadsOn = continueUrl === continueUrlOf(service)
        return { sent, requestType, other: other ?? null, operation, languageCode, leadsOn }
      }),
    expected: {
      sent: 'ok',
      requestType: 'VERIFY_EMAIL',
      other: null,
      operation: 'VERIFY_EMAIL',
      languageCode: 'en',
      leadsOn: true,
    },
  },
  {
    method: 'accounts:update',
    what: 'confirming an address by a link, once',
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
    what: 'a code for an address that the account no longer has',
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
    what: 'a link to change the address',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const sent = await outcomeOf(verifyBeforeUpdateEmail(user, other))
        const { requestType, newEmail: listed, oobCode, action } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        const linkIsFor = action.operation
        return withoutAddresses({ sent, requestType, listed, linkIsFor, operation, data }, email, other)
      }),
    expected: {
      sent: 'ok',
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      listed: 'OTHER',
      linkIsFor: 'VERIFY_AND_CHANGE_EMAIL',
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      data: { email: 'OTHER', previousEmail: 'EMAIL', multiFactorInfo: null },
    },
  },
  {
    method: 'accounts:update',
    what: 'changing the address by a link',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
        const user = await signUpConfirmed(service, auth, email)
        await verifyBeforeUpdateEmail(user, other)
        const { oobCode } = await getLink(service, email)
        const applied = await outcomeOf(applyActionCode(auth, oobCode))
        const again = await outcomeOf(applyActionCode(auth, oobCode))
        const refreshed = await outcomeOf(user.getIdToken(true))
        const old = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        const fresh = await signInWithEmailAndPassword(auth, other, password)
        const { emailVerified } = fresh.user
        const isSame = fresh.user.uid === user.uid
        const waysBack = (await listLinks(service, email)).map(({ requestType }) => requestType)
        return { applied, again, refreshed, old, emailVerified, isSame, waysBack }
      }),
    expected: {
      applied: 'ok',
      again: 'auth/invalid-action-code',
      refreshed: 'auth/user-token-expired',
      old: 'auth/invalid-credential',
      emailVerified: true,
      isSame: true,
      waysBack: ['RECOVER_EMAIL'],
    },
  },
  {
    method: 'accounts:update',
    what: 'changing the address by a link, to one that another user has by then',
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
    what: 'a link to change to another user’s address',
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
    what: 'changing the address at once: the former address is notified and can be recovered',
    run: (service) =>
      withClient(service, async (auth) => {
        const [email, other] = [newEmail(), newEmail()]
        const user = await signUpConfirmed(service, auth, email)
        const changed = await outcomeOf(updateEmail(user, other))
        const during = [user.email, user.emailVerified]
        const { requestType, oobCode } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        const recovered = await outcomeOf(applyActionCode(auth, oobCode))
        const byOldPassword = await outcomeOf(signInWithEmailAndPassword(auth, email, password))
        await sendPasswordResetEmail(auth, email)
        await confirmPasswordReset(auth, (await getLink(service, email)).oobCode, 'purl two together')
        const after = await signInWithEmailAndPassword(auth, email, 'purl two together')
        const isSame = after.user.uid === user.uid
        const facts = { changed, during, requestType, operation, data, recovered, byOldPassword, isSame }
        return withoutAddresses({ ...facts, emailVerified: after.user.emailVerified }, email, other)
      }),
    expected: {
      changed: 'ok',
      during: ['OTHER', false],
      requestType: 'RECOVER_EMAIL',
      operation: 'RECOVER_EMAIL',
      data: { email: 'EMAIL', previousEmail: 'OTHER', multiFactorInfo: null },
      recovered: 'ok',
      byOldPassword: 'auth/invalid-credential',
      isSame: true,
      emailVerified: true,
    },
  },
  {
    method: 'accounts:update',
    what: 'changing an unconfirmed address at once',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        const changed = await outcomeOf(updateEmail(user, newEmail()))
        const waysBack = (await listLinks(service, email)).map(({ requestType }) => requestType)
        return { changed, waysBack }
      }),
    expected: { changed: 'ok', waysBack: [] },
  },
  {
    method: 'accounts:update',
    what: 'an address that another user has, or an invalid one',
    run: (service) =>
      withClient(service, async (auth) => {
        const taken = newEmail()
        await createUserWithEmailAndPassword(auth, taken, password)
        const { user } = await createUserWithEmailAndPassword(auth, newEmail(), password)
        return {
          taken: await outcomeOf(updateEmail(user, taken)),
          none: await outcomeOf(updateEmail(user, 'knitter')),
        }
      }),
    expected: { taken: 'auth/email-already-in-use', none: 'auth/invalid-email' },
  },
]

export const addresses: readonly Case[] = [...verifyCases, ...changeCases, ...recoveryCases]
