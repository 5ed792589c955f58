import type { IdentityService } from '../src/service.ts'

/**
 * Gives the account of an address to somebody whom the administrator names, as an application does for its owner, and
 * makes it if need be.
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
