import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import {
  type Administration,
  createIdentity,
  type Identity,
  type IdentityOptions,
  linkOfAdministrator,
  type SecurityEvent,
} from '@stockinette/identity'
import { identityFile } from '@stockinette/identity/storage/schema.ts'
import { commandLineAddress } from '@stockinette/rate-limit/address.ts'

import { accountActionPath, signInPagePath } from '../../domain/page-paths.ts'
import type { Log } from '../../log.ts'
import { describeError } from '../../messages/describe-error.ts'
import { site } from '../../messages/messages.ts'
import { createClaiming, type OwnerAccounts } from '../claiming.ts'
import type { NoticeKind } from '../notices/notices.ts'
import { createNotify, type NotifyOptions } from '../notices/notify.ts'
import { createSqliteNotices } from '../notices/sqlite-notices.ts'
import { isOwnerPassword } from '../passwords/owner-password.ts'
import { createContributors } from './contributors.ts'
import { createSqliteOwners } from './sqlite-owners.ts'
import { adoptGrantIds, copyFormerOwners } from './upgrade-owners.ts'

export interface EmbeddedIdentityOptions extends Omit<
  IdentityOptions,
  'describeError' | 'isInUse' | 'isPasswordAllowed' | 'isProtected' | 'log' | 'onEvent' | 'pages'
> {
  readonly log: Log
  /** See `NotifyOptions`. */
  readonly mailNotice?: NotifyOptions['mail']
  /** Anyone can sign in as anyone. */
  readonly isTestMode?: boolean
  /** The shop's database; the caller closes it, after the identity service. */
  readonly database: DatabaseSync
}

/** What owners are told of, if it happens to the account of one. */
const newsOfOwner: Partial<Record<SecurityEvent, NoticeKind>> = {
  'email-changed': 'address',
  'password-changed': 'password',
  'provider-linked': 'provider',
}

/**
 * Opens the list of owners and the identity service: the accounts of this machine, and what the shop knows of them.
 *
 * @throws StartError when a database cannot be used.
 */
export async function openEmbeddedIdentity(options: EmbeddedIdentityOptions) {
  const { database, mailNotice, isTestMode = false, ...identityOptions } = options
  const { dataDir, log, now = () => new Date() } = identityOptions
  copyFormerOwners(database, join(dataDir, identityFile))
  const grantIdOf = (uid: string) => identity.administration.grantIdOf(uid)
  const owners = createSqliteOwners({ database, grantIdOf, now })
  const contributors = createContributors(database)
  const notices = createSqliteNotices(database, now)
  const notify = createNotify({ notices, owners, mail: mailNotice, log })
  const open = isTestMode ? await loadTestMode() : createIdentity
  const identity: Identity = await open({
    ...identityOptions,
    pages: { actionPath: accountActionPath, signInPath: signInPagePath, language: site.language },
    describeError,
    isProtected: (uid) => owners.includes(uid),
    onEvent: (event, { uid, method = '' }) => {
      const kind = method === linkOfAdministrator ? undefined : newsOfOwner[event]
      if (kind === undefined || uid === undefined || !owners.includes(uid)) return
      const about = kind === 'address' ? (identity.administration.findAccount(uid)?.email ?? '') : method
      void notify({ kind, byUid: uid, about })
    },
    isPasswordAllowed: (uid, password) => !owners.includes(uid) || isOwnerPassword(password),
    isInUse: (uids) => new Set(uids.filter((uid) => contributors.includes(uid) || owners.includes(uid))),
  })
  adoptGrantIds(database, grantIdOf)
  const accounts = createEmbeddedAccounts(identity.administration, log)
  const claiming = createClaiming({ owners, accounts, notify })
  return { identity, owners, accounts, claiming, contributors, notices, notify }
}

/** Only in test mode: nothing else loads its code. (Guarded by `test/shop/loaded-modules.test.ts`.) */
async function loadTestMode() {
  return (await import('@stockinette/identity/emulator/test-identity.ts')).createTestIdentity
}

/** Owners' accounts in the embedded identity service. Changes are durable when a call returns. */
function createEmbeddedAccounts(administration: Administration, log: Log): OwnerAccounts {
  const audit = (event: 'owner-added' | 'owner-removed', uid: string, address = commandLineAddress) =>
    log.info({ audit: event, address, uid }, 'security event')
  return {
    async find(who) {
      const found = administration.findAccount(who)
      return found && { ...found, lastSignInAt: found.lastLoginAt }
    },
    create: async (email) => administration.createAccount(email),
    preparePassword: async (password) => ({
      ...password,
      hash: await administration.hashPassword(password.text, password.address),
    }),
    async takeOver(account, password) {
      administration.reclaimAccount(account.uid, { owner: true }, password?.hash)
      audit('owner-added', account.uid, password?.address)
      return account
    },
    async demote(uid) {
      administration.removeClaim(uid, 'owner')
      audit('owner-removed', uid)
    },
    createLink: async (account, origin, continueUrl) =>
      administration.createPasswordLink(account, { origin, continueUrl }),
  }
}
