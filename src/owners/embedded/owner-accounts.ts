import type { Administration } from '@stockinette/identity'

import type { Log } from '../../log.ts'
import type { OwnerAccounts } from '../claiming.ts'

/** Owners' accounts in the embedded identity service. Changes are durable when a call returns. */
export function createEmbeddedAccounts(administration: Administration, log: Log): OwnerAccounts {
  const audit = (event: 'owner-added' | 'owner-removed', uid: string) =>
    log.info({ audit: event, address: 'command line', uid }, 'security event')
  return {
    find: async (who) => administration.findAccount(who),
    create: async (email) => administration.createAccount(email),
    async takeOver(account) {
      administration.reclaimAccount(account.uid, { owner: true })
      audit('owner-added', account.uid)
      return account
    },
    async dropClaim(uid) {
      administration.removeClaim(uid, 'owner')
      audit('owner-removed', uid)
    },
    createLink: async (account, origin, continueUrl) =>
      administration.createPasswordLink(account, { origin, continueUrl }),
  }
}
