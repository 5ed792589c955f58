import { auditCode } from '../abuse/audit.ts'
import { passToOwner, toNewAddress } from '../accounts/account-changes.ts'
import type { Account } from '../accounts/account.ts'
import { toSetAccountInfo } from '../accounts/user-info.ts'
import { getCodeAccount, type MailContext, notifyOfEmailChange } from '../action-codes/code-mail.ts'
import type { CodePurpose, OneTimeCode } from '../action-codes/code-table.ts'
import type { Caller } from '../application.ts'
import { IdentityError } from '../errors.ts'

/**
 * `accounts:update` with a code from an e-mail instead of an ID token: verifies, changes or recovers an address. All other
 * fields of the request are ignored. (identity-platform: REST,
 * accounts.update)
 *
 * @throws IdentityError `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `EMAIL_EXISTS` if another account has the address by
 * now.
 */
export async function updateByCode(context: MailContext, oobCode: string, caller: Caller) {
  return auditCode(context, caller, async () => {
    const { code, before, after } = await context.atomicallyInGroup(() => {
      const used = context.codes.use(oobCode)
      const account = getCodeAccount(context, used)
      return { code: used, before: account, after: changeFor(used.purpose)(context, account, used) }
    })
    const { uid } = after
    context.audit('code-used', caller, { uid, method: code.purpose })
    if (code.purpose === 'RECOVER_EMAIL') context.audit('tokens-revoked', caller, { uid })
    await notifyOfEmailChange(context, before, after, caller)
    const newEmail = code.purpose === 'VERIFY_AND_CHANGE_EMAIL' ? (code.newEmail ?? undefined) : undefined
    return { ...toSetAccountInfo(after), newEmail }
  })
}

type Change = (context: MailContext, account: Account, code: OneTimeCode) => Account

const changes: Partial<Record<CodePurpose, Change>> = {
  VERIFY_EMAIL: ({ accounts }, { uid }) => accounts.update(uid, { emailVerified: true }),
  VERIFY_AND_CHANGE_EMAIL: ({ accounts }, account, { newEmail }) => {
    if (newEmail === null) throw new IdentityError('INVALID_OOB_CODE')
    return accounts.update(account.uid, { ...toNewAddress(account, newEmail), emailVerified: true })
  },
  RECOVER_EMAIL: (context, account, { email }) => passToOwner(context, account, { email, emailVerified: true }),
}

function changeFor(purpose: CodePurpose): Change {
  const change = changes[purpose]
  if (change === undefined) throw new IdentityError('INVALID_OOB_CODE')
  return change
}
