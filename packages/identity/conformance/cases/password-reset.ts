import {
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  verifyPasswordResetCode,
} from 'firebase/auth'

import { refusals } from '../case.ts'
import type { Case } from '../case.ts'
import { call, factsOf, outcomeOf, refusalOf, withClient } from '../client.ts'
import { continueUrlOf, getLink, listLinks } from '../codes.ts'
import { member, newEmail, password, signUpWithPassword, withoutAddress } from '../people.ts'

const otherPassword = 'secret2'

const mailCases: Case[] = [
  {
    method: 'accounts:sendOobCode',
    what: 'a password reset link',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const sent = await outcomeOf(sendPasswordResetEmail(auth, email.toUpperCase(), { url: continueUrlOf(service) }))
        const { requestType, action } = await getLink(service, email)
        const { operation, languageCode, continueUrl } = action
        const leadsOn = continueUrl === continueUrlOf(service)
        return { sent, requestType, operation, languageCode, leadsOn }
      }),
    expected: {
      sent: 'ok',
      requestType: 'PASSWORD_RESET',
      operation: 'PASSWORD_RESET',
      languageCode: 'en',
      leadsOn: true,
    },
  },
  {
    method: 'accounts:sendOobCode',
    what: 'a new password for an unknown address',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        return { sent: await outcomeOf(sendPasswordResetEmail(auth, email)), links: await listLinks(service, email) }
      }),
    expected: { sent: 'ok', links: [] },
  },
  {
    method: 'accounts:sendOobCode',
    what: 'a new password for an empty address',
    run: (service) =>
      withClient(service, async (auth) => ({ sent: await outcomeOf(sendPasswordResetEmail(auth, '')) })),
    expected: { sent: 'auth/missing-email' },
  },
]

const resetCases: Case[] = [
  {
    method: 'accounts:resetPassword',
    what: 'setting a new password by a link, once',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        await sendPasswordResetEmail(auth, email)
        const { oobCode } = await getLink(service, email)
        const checked = await verifyPasswordResetCode(auth, oobCode)
        const changed = await outcomeOf(confirmPasswordReset(auth, oobCode, otherPassword))
        const facts = {
          checked,
          changed,
          again: await outcomeOf(confirmPasswordReset(auth, oobCode, password)),
          checkedAgain: await outcomeOf(verifyPasswordResetCode(auth, oobCode)),
          old: await outcomeOf(signInWithEmailAndPassword(auth, email, password)),
        }
        const { user } = await signInWithEmailAndPassword(auth, email, otherPassword)
        return withoutAddress({ ...facts, ...factsOf(user) }, email)
      }),
    expected: {
      checked: 'EMAIL',
      changed: 'ok',
      again: 'auth/invalid-action-code',
      checkedAgain: 'auth/invalid-action-code',
      old: 'auth/invalid-credential',
      ...member,
      emailVerified: true,
    },
  },
  {
    method: 'accounts:resetPassword',
    what: 'a new password ends sessions of the old one',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendPasswordResetEmail(auth, email)
        await confirmPasswordReset(auth, (await getLink(service, email)).oobCode, otherPassword)
        return { refreshed: await outcomeOf(user.getIdToken(true)) }
      }),
    expected: { refreshed: 'auth/user-token-expired' },
  },
  {
    method: 'accounts:resetPassword',
    what: 'a password that is too short leaves the code good',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        await sendPasswordResetEmail(auth, email)
        const { oobCode } = await getLink(service, email)
        return {
          short: await outcomeOf(confirmPasswordReset(auth, oobCode, '12345')),
          long: await outcomeOf(confirmPasswordReset(auth, oobCode, otherPassword)),
        }
      }),
    expected: { short: 'auth/weak-password', long: 'ok' },
  },
  {
    method: 'accounts:resetPassword',
    what: 'a code for another purpose returns its purpose and sets no password',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        return withoutAddress(
          {
            operation,
            data,
            asReset: await outcomeOf(verifyPasswordResetCode(auth, oobCode)),
            set: await outcomeOf(confirmPasswordReset(auth, oobCode, otherPassword)),
          },
          email,
        )
      }),
    expected: {
      operation: 'VERIFY_EMAIL',
      data: { email: 'EMAIL', previousEmail: null, multiFactorInfo: null },
      asReset: 'ok',
      set: 'auth/invalid-action-code',
    },
  },
  {
    method: 'accounts:resetPassword',
    what: 'the answer',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const { oobCode } = await getLink(service, email)
      const { status, body } = await call(service, '/v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
      return withoutAddress({ status, body }, email)
    },
    expected: {
      status: 200,
      body: { kind: 'identitytoolkit#ResetPasswordResponse', email: 'EMAIL', requestType: 'PASSWORD_RESET' },
    },
  },
  ...refusals(
    'accounts:resetPassword',
    async (service, input) => refusalOf(await call(service, '/v1/accounts:resetPassword', input)),
    {
      'no code': [{ newPassword: otherPassword }, 'MISSING_OOB_CODE'],
      'an empty code': [{ oobCode: '' }, 'MISSING_OOB_CODE'],
      'an invalid code': [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
      'an invalid code, with a new password': [{ oobCode: 'x', newPassword: otherPassword }, 'INVALID_OOB_CODE'],
      'a code that is a list': [{ oobCode: ['x'] }, 'INVALID_ARGUMENT'],
      'invalid JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const passwordReset: readonly Case[] = [...mailCases, ...resetCases]
