import { z } from 'zod'

import { auditCode, linkOfAdministrator } from '../abuse/audit.ts'
import { type AccountChangeContext, requireAllowedPassword, setPasswordByMail } from '../accounts/account-changes.ts'
import { getCodeAccount } from '../action-codes/code-mail.ts'
import type { OneTimeCode } from '../action-codes/code-table.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'

type Context = AccountChangeContext &
  Uses<'atomicallyInGroup' | 'audit' | 'devices' | 'isPasswordAllowed' | 'passwords'>

const shape = z.object({ oobCode: optionalText, newPassword: optionalText, tenantId: optionalText })

/**
 * `accounts:resetPassword`: returns the purpose of any code. With a new password, uses up a code for a password reset.
 * (identity-platform: REST, accounts.resetPassword)
 *
 * The code proves that the user reads e-mail at the account's address, so the address becomes verified, and all other ways
 * to sign in end (`setPasswordByMail`).
 *
 * @throws IdentityError `MISSING_OOB_CODE`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `WEAK_PASSWORD`,
 * `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`, `UNSUPPORTED_TENANT_OPERATION`; RateLimitError.
 */
export async function resetPassword(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const oobCode = required(request.oobCode, 'MISSING_OOB_CODE')
  const { newPassword } = request
  return auditCode(context, caller, async () => {
    if (!newPassword) return toAnswer(context.codes.get(oobCode))
    return setPassword(context, caller, oobCode, newPassword)
  })
}

async function setPassword(context: Context, caller: Caller, oobCode: string, newPassword: string) {
  const asked = context.codes.get(oobCode)
  if (asked.purpose !== 'PASSWORD_RESET') throw new IdentityError('INVALID_OOB_CODE')
  const { uid } = getCodeAccount(context, asked)
  requireAllowedPassword(context, uid, newPassword)
  const passwordHash = await context.passwords.hash(newPassword, caller)
  const code = await context.atomicallyInGroup(() => {
    const used = context.codes.use(oobCode)
    const account = setPasswordByMail(context, getCodeAccount(context, used), passwordHash)
    context.devices.add(account, caller)
    return used
  })
  context.audit('code-used', caller, { uid, method: code.purpose })
  context.audit('password-changed', caller, { uid, ...(code.isByAdministrator && { method: linkOfAdministrator }) })
  return toAnswer(code)
}

function toAnswer({ purpose, email, newEmail }: OneTimeCode) {
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: purpose,
    // The user of a sign-in link has to know the address that it was sent to.
    email: purpose === 'EMAIL_SIGNIN' ? undefined : email,
    newEmail: newEmail ?? undefined,
  }
}
