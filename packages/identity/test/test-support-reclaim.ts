import type { IdentityService } from '../src/service.ts'

/**
 * Reclaims the account of an e-mail address for its owner, as an application does, and creates the account if needed.
 *
 * @returns the account, and the link that sets its password.
 */
export function reclaim(
  { administration }: Pick<IdentityService, 'administration'>,
  email: string,
  origin = 'http://localhost',
) {
  const account = administration.findAccount(email) ?? administration.createAccount(email)
  administration.reclaimAccount(account.uid, { owner: true })
  const link = administration.createPasswordLink(account, { origin, continueUrl: `${origin}/` })
  return { ...account, link }
}
