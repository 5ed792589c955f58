import type { Account } from './account.ts'
import type { OneTimeCode } from './accounts/code-table.ts'
import type { Client, Service } from './endpoint.ts'
import { IdentityError } from './errors.ts'

/**
 * The account that a code was sent to.
 *
 * @throws IdentityError `INVALID_OOB_CODE` when the account is gone, or has had another address since: the code was for
 * whoever reads mail at the old one.
 */
export function getCodeAccount(service: Service, { purpose, uid, email }: OneTimeCode): Account {
  const account = uid === null ? undefined : service.accounts.find(uid)
  const isOwner = account !== undefined && (purpose === 'RECOVER_EMAIL' || account.email === email)
  if (!isOwner) throw new IdentityError('INVALID_OOB_CODE')
  return account
}

/**
 * Takes an account from everybody but the owner of its address: who set it up under an address that was never theirs
 * may have left a password, a provider's account or tokens to come back with. To be called within `atomically`.
 */
export function leaveToOwner(service: Service, { uid, links }: Account): void {
  for (const { providerId } of links) service.accounts.unlink(uid, providerId)
  service.codes.removeOf(uid, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL'])
  service.accounts.revokeTokens(uid)
}

/** `work`, with a line in the audit trail for a code that is no good. */
export async function auditCode<T>({ audit }: Service, client: Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isCodeRefused = error instanceof IdentityError && /^(?:INVALID|EXPIRED)_OOB_CODE$/.test(error.code)
    if (isCodeRefused) audit('code-refused', client, { reason: error.code })
    throw error
  }
}
