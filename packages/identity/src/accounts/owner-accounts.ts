import type { ClaimedAccount, OwnerAccounts } from '../../../../src/owners/claiming.ts'
import { toActionLink } from '../action-codes/action-link.ts'
import { commandLine } from '../context.ts'
import type { Service } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { Account } from './account.ts'
import { toEmail } from './email.ts'
import { passToOwner } from './pass-to-owner.ts'

/** Owners' accounts in the embedded service. Changes are durable when a call returns. */
export function createOwnerAccounts(service: Service): OwnerAccounts {
  const { accounts, atomically, audit, codes } = service
  const get = (uid: string): Account => {
    const account = accounts.find(uid)
    if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
    return account
  }
  return {
    find: async (who) =>
      toClaimed(accounts.find(who) ?? (who.includes('@') ? accounts.findByEmail(toEmail(who)) : undefined)),
    async create(text) {
      const email = toEmail(text)
      const { uid } = accounts.create({ email })
      audit('account-created', commandLine, { uid })
      return { uid, email }
    },
    async takeOver(claimed) {
      const { uid } = claimed
      atomically(() => {
        const account = get(uid)
        const customClaims = { ...account.customClaims, owner: true }
        passToOwner(service, account, { customClaims })
      })
      audit('owner-added', commandLine, { uid })
      return claimed
    },
    async dropClaim(uid) {
      const account = accounts.find(uid)
      if (account !== undefined) {
        const { owner: _, ...customClaims } = account.customClaims
        accounts.update(uid, { customClaims })
      }
      audit('owner-removed', commandLine, { uid })
    },
    async createLink({ uid, email }, origin, continueUrl) {
      const code = codes.create({ purpose: 'PASSWORD_RESET', uid, email, newEmail: null })
      return toActionLink({ origin }, 'PASSWORD_RESET', code, continueUrl)
    },
  }
}

/** An account without an address, as of an anonymous visitor, is nobody's to be given. */
function toClaimed(account: Account | undefined): ClaimedAccount | undefined {
  if (account === undefined || account.email === null) return undefined
  return { uid: account.uid, email: account.email }
}
