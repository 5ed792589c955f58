import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import { IdentityError } from '../errors.ts'
import type { Atomically } from '../storage/transaction.ts'
import type { Sessions } from '../tokens/sessions.ts'
import { createAccountTable, type AccountRecord, type AccountTable } from './account-table.ts'
import { emptyProfile, type Account, type Profile, type ProviderLink } from './account.ts'
import { createLinkTable, type LinkTable } from './link-table.ts'
import { newUid } from './uid.ts'

/** The fields of a new account, and its user at another provider. Without any it is anonymous. */
export type NewAccount = Partial<Profile> & { readonly uid?: string; readonly link?: ProviderLink }

/**
 * Accounts and their links. A change is durable when the call returns, and returns the updated account. E-mail addresses
 * are as `toEmail` returns them.
 *
 * Every method throws StorageUnavailableError. Methods that change an account throw IdentityError `USER_NOT_FOUND` if it
 * was deleted.
 */
export interface Accounts {
  find(uid: string): Account | undefined
  findByEmail(email: string): Account | undefined
  findByLink(providerId: string, rawId: string): Account | undefined
  /** The accounts with an address: first the one whose own it is, then by the addresses of linked providers. */
  listByAnyEmail(email: string): Account[]
  /** Creates an account in memory; `add` stores it. */
  draft(fields?: NewAccount): Account
  /** @throws IdentityError `EMAIL_EXISTS`, `DUPLICATE_LOCAL_ID`, `FEDERATED_USER_ID_ALREADY_LINKED`. */
  add(draft: Account): void
  /** Drafts an account and adds it. */
  create(fields?: NewAccount): Account
  /**
   * A new password, or another address instead of an existing one, ends all sessions.
   *
   * @throws IdentityError `EMAIL_EXISTS`.
   */
  update(uid: string, changes: Partial<Profile>): Account
  /** Stores a new hash of the same password. Does nothing if the password has changed since `from` was read. */
  rehash(uid: string, from: string, to: string): void
  /**
   * Links an account of another provider. It replaces an existing link to that provider.
   *
   * @throws IdentityError `FEDERATED_USER_ID_ALREADY_LINKED` if it is linked to another account.
   */
  link(uid: string, link: ProviderLink): Account
  unlink(uid: string, providerId: string): Account
  /** Records a sign-in. An account that was created at this moment needs no update. */
  noteSignIn(account: Account): Account
  /** Records that the account is in use. */
  noteRefresh(uid: string): void
  /** Ends all sessions and makes all tokens invalid. */
  revokeTokens(uid: string): Account
  /** Deletes the account with its links, sessions and codes. */
  remove(uid: string): void
}

export interface AccountsOptions {
  readonly database: DatabaseSync
  readonly atomically: Atomically
  readonly sessions: Sessions
  readonly now: () => Date
}

export function createAccounts({ database, atomically, sessions, now }: AccountsOptions): Accounts {
  const table = createAccountTable(database)
  const links = createLinkTable(database)
  const withLinks = (record: AccountRecord | undefined): Account | undefined =>
    record && { ...record, links: links.listOf(record.uid) }
  const find = (uid: string): Account | undefined => withLinks(table.find(uid))
  const get = (uid: string): Account => find(uid) ?? refuse('USER_NOT_FOUND')
  const change = (uid: string, work: (account: Account) => void): Account =>
    atomically(() => {
      work(get(uid))
      return get(uid)
    })
  const draft = (fields: NewAccount = {}): Account => toNewAccount(fields, now())
  const add = (account: Account): void =>
    atomically(() => {
      requireFreeEmail(table, account.email)
      if (!table.insert(account)) throw new IdentityError('DUPLICATE_LOCAL_ID')
      for (const link of account.links) putLink(links, account.uid, link, account.createdAt)
    })
  const revoke = (account: Account): void => {
    table.update({ ...account, validSince: now() })
    sessions.endAll(account.uid)
  }

  return {
    find: (uid) => orStorageUnavailable(() => find(uid)),
    findByEmail: (email) => orStorageUnavailable(() => withLinks(table.findByEmail(email))),
    findByLink: (providerId, rawId) =>
      orStorageUnavailable(() => {
        const uid = links.findUid(providerId, rawId)
        return uid === undefined ? undefined : find(uid)
      }),
    listByAnyEmail: (email) =>
      orStorageUnavailable(() => {
        const uids = new Set([table.findByEmail(email)?.uid, ...links.listUidsByEmail(email)])
        return [...uids].flatMap((uid) => (uid === undefined ? [] : get(uid)))
      }),
    draft,
    add,
    create: (fields) => {
      const account = draft(fields)
      add(account)
      return account
    },
    update: (uid, changes) =>
      change(uid, (account) => {
        if (changes.email !== account.email) requireFreeEmail(table, changes.email)
        const changed = { ...account, ...changes }
        if (hasNewPassword(changes)) changed.passwordUpdatedAt = now()
        if (hasNewPassword(changes) || hasOtherAddress(account, changes)) revoke(changed)
        else table.update(changed)
      }),
    rehash: (uid, from, to) => orStorageUnavailable(() => table.replaceHash(uid, from, to)),
    link: (uid, link) => change(uid, () => putLink(links, uid, link, now())),
    unlink: (uid, providerId) => change(uid, () => links.remove(uid, providerId)),
    noteSignIn: (account) => {
      const at = now()
      if (account.lastLoginAt.getTime() === at.getTime()) return account
      return orStorageUnavailable(() => withLinks(table.noteSignIn(account.uid, at))) ?? refuse('USER_NOT_FOUND')
    },
    noteRefresh: (uid) => orStorageUnavailable(() => table.noteRefresh(uid, now())),
    revokeTokens: (uid) => change(uid, revoke),
    remove: (uid) => orStorageUnavailable(() => table.remove(uid)),
  }
}

function refuse(code: 'USER_NOT_FOUND'): never {
  throw new IdentityError(code)
}

function toNewAccount(fields: NewAccount, at: Date): Account {
  const { uid = newUid(at), link, ...profile } = fields
  const passwordSetAt = hasNewPassword(profile) ? at : null
  return {
    ...emptyProfile,
    ...profile,
    uid,
    createdAt: at,
    lastLoginAt: at,
    lastRefreshAt: at,
    passwordUpdatedAt: passwordSetAt,
    validSince: passwordSetAt,
    links: link === undefined ? [] : [link],
  }
}

function requireFreeEmail(table: AccountTable, email: string | null | undefined): void {
  if (email && table.findByEmail(email) !== undefined) throw new IdentityError('EMAIL_EXISTS')
}

function putLink(links: LinkTable, uid: string, link: ProviderLink, at: Date): void {
  const owner = links.findUid(link.providerId, link.rawId)
  if (owner !== undefined && owner !== uid) throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED')
  if (owner === undefined) links.remove(uid, link.providerId)
  links.put(uid, link, at)
}

function hasNewPassword({ passwordHash }: Partial<Profile>): boolean {
  return typeof passwordHash === 'string'
}

function hasOtherAddress(account: Account, { email }: Partial<Profile>): boolean {
  return typeof email === 'string' && account.email !== null && email !== account.email
}
