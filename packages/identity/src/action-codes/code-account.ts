import type { Account } from '../accounts/account.ts'
import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { OneTimeCode } from './code-table.ts'

/**
 * The account that a code was sent to.
 *
 * @throws IdentityError `INVALID_OOB_CODE` if the account was deleted, or has another address by now: the code was for the
 * reader of the old one. A code to recover an address is valid while the account stores that address.
 */
export function getCodeAccount(context: IdentityContext, { purpose, uid, email }: OneTimeCode): Account {
  const account = uid === null ? undefined : context.accounts.find(uid)
  const address = purpose === 'RECOVER_EMAIL' ? account?.initialEmail : account?.email
  if (account === undefined || address !== email) throw new IdentityError('INVALID_OOB_CODE')
  return account
}

/** Runs `work`, and writes refused codes to the audit log. */
export async function auditCode<T>({ audit }: IdentityContext, caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isCodeRefused = error instanceof IdentityError && /^(?:INVALID|EXPIRED)_OOB_CODE$/.test(error.code)
    if (isCodeRefused) audit('code-refused', caller, { reason: error.code })
    throw error
  }
}
