import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  verifyPasswordResetCode,
} from 'firebase/auth'

import { casesOf, rejections, type Case } from '../case.ts'
import { call, factsOf, outcomeOf } from '../client.ts'
import { continueUrlOf, getLink, listLinks, password, passwordUser, signUpWithPassword } from '../users.ts'

const otherPassword = 'secret2'

export const passwordReset: readonly Case[] = [
  ...casesOf('accounts:sendOobCode', {
    'sends a link that resets the password': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        const sent = await outcomeOf(sendPasswordResetEmail(auth, email.toUpperCase(), { url: continueUrlOf(service) }))
        const { requestType, action } = await getLink(service, email)
        const { operation, languageCode, continueUrl } = action
        const hasContinueUrl = continueUrl === continueUrlOf(service)
        return { sent, requestType, operation, languageCode, hasContinueUrl }
      },
      expected: {
        sent: 'ok',
        requestType: 'PASSWORD_RESET',
        operation: 'PASSWORD_RESET',
        languageCode: 'en',
        hasContinueUrl: true,
      },
    },
    'sends nothing to an unknown e-mail address, and does not say so': {
      async run({ service, auth, email }) {
        return { sent: await outcomeOf(sendPasswordResetEmail(auth, email)), links: await listLinks(service, email) }
      },
      expected: { sent: 'ok', links: [] },
    },
    'reports a missing e-mail address to the client': {
      run: async ({ auth }) => ({ sent: await outcomeOf(sendPasswordResetEmail(auth, '')) }),
      expected: { sent: 'auth/missing-email' },
    },
  }),
  ...casesOf('accounts:resetPassword', {
    'a link resets the password once': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
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
        return { ...facts, ...factsOf(user) }
      },
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
    'a password reset revokes existing sessions': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendPasswordResetEmail(auth, email)
        await confirmPasswordReset(auth, (await getLink(service, email)).oobCode, otherPassword)
        return { refreshed: await outcomeOf(user.getIdToken(true)) }
      },
      expected: { refreshed: 'auth/user-token-expired' },
    },
    'a password that is too short does not use up the code': {
      async run({ service, auth, email }) {
        await signUpWithPassword(service, email)
        await sendPasswordResetEmail(auth, email)
        const { oobCode } = await getLink(service, email)
        return {
          short: await outcomeOf(confirmPasswordReset(auth, oobCode, '12345')),
          long: await outcomeOf(confirmPasswordReset(auth, oobCode, otherPassword)),
        }
      },
      expected: { short: 'auth/weak-password', long: 'ok' },
    },
    'a code of another kind says what it is for and sets no password': {
      async run({ service, auth, email }) {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await sendEmailVerification(user)
        const { oobCode } = await getLink(service, email)
        const { operation, data } = await checkActionCode(auth, oobCode)
        return {
          operation,
          data,
          asReset: await outcomeOf(verifyPasswordResetCode(auth, oobCode)),
          set: await outcomeOf(confirmPasswordReset(auth, oobCode, otherPassword)),
          applied: await outcomeOf(applyActionCode(auth, oobCode)),
        }
      },
      expected: {
        operation: 'VERIFY_EMAIL',
        data: { email: 'EMAIL', previousEmail: null, multiFactorInfo: null },
        asReset: 'ok',
        set: 'auth/invalid-action-code',
        applied: 'ok',
      },
    },
    'returns the e-mail address and the request type': {
      async run({ service, email }) {
        await signUpWithPassword(service, email)
        await call(service, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
        const { oobCode } = await getLink(service, email)
        const { status, body } = await call(service, '/v1/accounts:resetPassword', { oobCode, newPassword: 'secret2' })
        return { status, body }
      },
      expected: {
        status: 200,
        body: { kind: 'identitytoolkit#ResetPasswordResponse', email: 'EMAIL', requestType: 'PASSWORD_RESET' },
      },
    },
  }),
  ...rejections('accounts:resetPassword', {
    'a missing code': [{ newPassword: otherPassword }, 'MISSING_OOB_CODE'],
    'an empty code': [{ oobCode: '' }, 'MISSING_OOB_CODE'],
    'an invalid code': [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
    'an invalid code with a new password': [{ oobCode: 'x', newPassword: otherPassword }, 'INVALID_OOB_CODE'],
    'a code that is a list': [{ oobCode: ['x'] }, 'INVALID_ARGUMENT'],
    'a body that is not JSON': ['{', 'INVALID_ARGUMENT'],
  }),
]
