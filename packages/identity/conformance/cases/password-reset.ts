import {
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  verifyPasswordResetCode,
} from 'firebase/auth'

import { continueUrlOf, getLink, listLinks } from '../action-links.ts'
import { rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf, rejectionOf, withClient } from '../client.ts'
import { passwordUser, newEmail, password, signUpWithPassword, maskEmail } from '../users.ts'

const otherPassword = 'secret2'

const mailCases: Case[] = [
  {
    method: 'accounts:sendOobCode',
    title: 'sends a link that resets the password',
    run: (service) =>
      withClient(service, async (auth) => {
        const { email } = await signUpWithPassword(service)
        const sent = await outcomeOf(sendPasswordResetEmail(auth, email.toUpperCase(), { url: continueUrlOf(service) }))
        const { requestType, action } = await getLink(service, email)
        const { operation, languageCode, continueUrl } = action
        const hasContinueUrl = continueUrl === continueUrlOf(service)
        return { sent, requestType, operation, languageCode, hasContinueUrl }
      }),
    expected: {
      sent: 'ok',
      requestType: 'PASSWORD_RESET',
      operation: 'PASSWORD_RESET',
      languageCode: 'en',
      hasContinueUrl: true,
    },
  },
  {
    method: 'accounts:sendOobCode',
    title: 'sends nothing to an unknown e-mail address, and does not say so',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        return { sent: await outcomeOf(sendPasswordResetEmail(auth, email)), links: await listLinks(service, email) }
      }),
    expected: { sent: 'ok', links: [] },
  },
  {
    method: 'accounts:sendOobCode',
    title: 'reports a missing e-mail address to the client',
    run: (service) =>
      withClient(service, async (auth) => ({ sent: await outcomeOf(sendPasswordResetEmail(auth, '')) })),
    expected: { sent: 'auth/missing-email' },
  },
]

const resetCases: Case[] = [
  {
    method: 'accounts:resetPassword',
    title: 'a link resets the password once',
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
        return maskEmail({ ...facts, ...factsOf(user) }, email)
      }),
    expected: {
      checked: 'EMAIL',
      changed: 'ok',
      again: 'auth/invalid-action-code',
      checkedAgain: 'auth/invalid-action-code',
      old: 'auth/invalid-credential',
      ...passwordUser,
      emailVerified: true,
    },
  },
  {
    method: 'accounts:resetPassword',
    title: 'a password reset revokes existing sessions',
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
    title: 'a password that is too short does not use up the code',
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
    title: 'a code of another kind says what it is for and sets no password',
    run: (service) =>
      withClient(service, async (auth) => {
        const email = newEmail()
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        return maskEmail(
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
    title: 'returns the e-mail address and the request type',
    run: async (service) => {
      const { email } = await signUpWithPassword(service)
      await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      const { oobCode } = await getLink(service, email)
      const { status, body } = await call(service, '/v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
      return maskEmail({ status, body }, email)
    },
    expected: {
      status: 200,
      body: { kind: 'identitytoolkit#ResetPasswordResponse', email: 'EMAIL', requestType: 'PASSWORD_RESET' },
    },
  },
  ...rejections(
    'accounts:resetPassword',
    async (service, input) => rejectionOf(await call(service, '/v1/accounts:resetPassword', input)),
    {
      'a missing code': [{ newPassword: otherPassword }, 'MISSING_OOB_CODE'],
      'an empty code': [{ oobCode: '' }, 'MISSING_OOB_CODE'],
      'an invalid code': [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
      'an invalid code with a new password': [{ oobCode: 'x', newPassword: otherPassword }, 'INVALID_OOB_CODE'],
      'a code that is a list': [{ oobCode: ['x'] }, 'INVALID_ARGUMENT'],
      'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
    },
  ),
]

export const passwordReset: readonly Case[] = [...mailCases, ...resetCases]
