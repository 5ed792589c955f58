import type { DatabaseSync } from 'node:sqlite'

import { orStorageUnavailable } from '@stockinette/sqlite/errors.ts'

import { IdentityError } from '../errors.ts'
import type { Atomically } from '../storage/transaction.ts'
import type { Devices } from '../tokens/devices.ts'
import { newUid } from '../tokens/secrets.ts'
import type { Session, Sessions } from '../tokens/sessions.ts'
import { createAccountTable, createLinkTable, type AccountRecord } from './account-table.ts'
import { emptyProfile, type Account, type Profile, type ProviderLink } from './account.ts'

/** The fields of a new account, and its user at another provider. Without any it is anonymous. */
export type NewAccount = Partial<Profile> & { readonly uid?: string; readonly link?: ProviderLink }

export interface AccountsOptions {
  readonly database: DatabaseSync
  readonly atomically: Atomically
  readonly sessions: Sessions
  readonly devices: Devices
  readonly now: () => Date
}

/**
 * Accounts and their links. A change is durable when the call returns, and returns the updated account. E-mail addresses
 * are as `toEmail` returns them.
 *
 * Every method throws StorageUnavailableError. Methods that change an account throw IdentityError `USER_NOT_FOUND` if it
 * was deleted.
 */
export class Accounts {
  readonly #atomically
  readonly #devices
  readonly #links
  readonly #now
  readonly #sessions
  readonly #table

  constructor({ database, atomically, sessions, devices, now }: AccountsOptions) {
    this.#atomically = atomically
    this.#devices = devices
    this.#links = createLinkTable(database)
    this.#now = now
    this.#sessions = sessions
    this.#table = createAccountTable(database)
  }

  /** @throws IdentityError `USER_NOT_FOUND`. */
  get(uid: string): Account {
    return this.find(uid) ?? refuseMissing()
  }

  find(uid: string): Account | undefined {
    return orStorageUnavailable(() => this.#withLinks(this.#table.find(uid)))
  }

  findByEmail(email: string): Account | undefined {
    return orStorageUnavailable(() => this.#withLinks(this.#table.findByEmail(email)))
  }

  findByLink(providerId: string, rawId: string): Account | undefined {
    const uid = orStorageUnavailable(() => this.#links.findUid(providerId, rawId))
    return uid === undefined ? undefined : this.find(uid)
  }

  /** The accounts with an address: first the one whose own it is, then by the addresses of linked providers. */
  listByAnyEmail(email: string): Account[] {
    const linked = orStorageUnavailable(() => this.#links.listUidsByEmail(email))
    const uids = new Set([this.findByEmail(email)?.uid, ...linked])
    return [...uids].flatMap((uid) => (uid === undefined ? [] : this.get(uid)))
  }

  /** @throws IdentityError `EMAIL_EXISTS` if an account other than `except` has the address. */
  requireFreeEmail(email: string | null | undefined, except?: string): void {
    const owner = email ? this.findByEmail(email) : undefined
    if (owner !== undefined && owner.uid !== except) throw new IdentityError('EMAIL_EXISTS')
  }

  /** Creates an account in memory; `add` stores it. */
  draft({ uid, link, ...profile }: NewAccount = {}): Account {
    const at = this.#now()
    const passwordSetAt = hasNewPassword(profile) ? at : null
    return {
      ...emptyProfile,
      ...profile,
      uid: uid ?? newUid(at),
      createdAt: at,
      lastLoginAt: at,
      lastRefreshAt: at,
      passwordUpdatedAt: passwordSetAt,
      initialEmailAt: profile.initialEmail ? at : null,
      validSince: passwordSetAt,
      links: link === undefined ? [] : [link],
    }
  }

  /** @throws IdentityError `EMAIL_EXISTS`, `DUPLICATE_LOCAL_ID`, `FEDERATED_USER_ID_ALREADY_LINKED`. */
  add(draft: Account): void {
    this.#atomically(() => {
      this.requireFreeEmail(draft.email)
      if (!this.#table.insert(draft)) throw new IdentityError('DUPLICATE_LOCAL_ID')
      for (const link of draft.links) this.#putLink(link, draft.uid, draft.createdAt)
    })
  }

  /** Drafts an account and adds it. */
  create(fields?: NewAccount): Account {
    const account = this.draft(fields)
    this.add(account)
    return account
  }

  /**
   * A new password, or another address instead of an existing one, ends all sessions and device cookies.
   *
   * @throws IdentityError `EMAIL_EXISTS`.
   */
  update(uid: string, changes: Partial<Profile>): Account {
    return this.#change(uid, (account) => {
      this.requireFreeEmail(changes.email, uid)
      const changed = { ...account, ...changes }
      if (hasNewPassword(changes)) changed.passwordUpdatedAt = this.#now()
      if (changed.initialEmail !== account.initialEmail) {
        changed.initialEmailAt = changed.initialEmail === null ? null : this.#now()
      }
      if (hasNewPassword(changes) || hasOtherAddress(account, changes)) this.#revoke(changed)
      else this.#table.update(changed)
    })
  }

  /** Stores a new hash of the same password. Does nothing if the password has changed since `from` was read. */
  rehash(uid: string, from: string, to: string): void {
    orStorageUnavailable(() => this.#table.replaceHash(uid, from, to))
  }

  /**
   * Links an account of another provider. It replaces an existing link to that provider.
   *
   * @throws IdentityError `FEDERATED_USER_ID_ALREADY_LINKED` if it is linked to another account.
   */
  link(uid: string, link: ProviderLink): Account {
    return this.#change(uid, () => this.#putLink(link, uid, this.#now()))
  }

  unlink(uid: string, providerId: string): Account {
    return this.#change(uid, () => this.#links.remove(uid, providerId))
  }

  /**
   * Removes links to providers, except the one that opened a session: the user vouches for that one alone. A link that was made
   * since, to another user of the same provider, is removed too. ID tokens have whole seconds.
   */
  unlinkOthers(uid: string, session: Pick<Session, 'signInProvider' | 'signedInAt'> | undefined): void {
    const before = new Date((session?.signedInAt.getTime() ?? 0) + 1_000)
    orStorageUnavailable(() => this.#links.removeOthers(uid, session?.signInProvider ?? '', before))
  }

  /** Records a sign-in. An account that was created at this moment needs no update. */
  noteSignIn(account: Account): Account {
    const at = this.#now()
    if (account.lastLoginAt.getTime() === at.getTime()) return account
    return orStorageUnavailable(() => this.#withLinks(this.#table.noteSignIn(account.uid, at))) ?? refuseMissing()
  }

  /** Records that the account is in use. */
  noteRefresh(uid: string): void {
    orStorageUnavailable(() => this.#table.noteRefresh(uid, this.#now()))
  }

  /** Ends all sessions and device cookies, and makes all tokens invalid. */
  revokeTokens(uid: string): Account {
    return this.#change(uid, (account) => this.#revoke(account))
  }

  /** Deletes the account with its links, sessions and codes. */
  remove(uid: string): void {
    orStorageUnavailable(() => this.#table.remove(uid))
  }

  /** Forgets a batch of the former addresses that accounts lost before a time. Returns whether more remain. */
  forgetFormerAddresses(before: Date, atMost: number): boolean {
    return orStorageUnavailable(() => this.#table.forgetFormerAddresses(before, atMost)) === atMost
  }

  #change(uid: string, work: (account: Account) => void): Account {
    return this.#atomically(() => {
      work(this.get(uid))
      return this.get(uid)
    })
  }

  #revoke(account: Account): void {
    this.#table.update({ ...account, validSince: this.#now() })
    this.#sessions.endAll(account.uid)
    this.#devices.endAll(account.uid)
  }

  #withLinks(record: AccountRecord | undefined): Account | undefined {
    return record && { ...record, links: this.#links.listOf(record.uid) }
  }

  #putLink(link: ProviderLink, uid: string, at: Date): void {
    const owner = this.#links.findUid(link.providerId, link.rawId)
    if (owner !== undefined && owner !== uid) throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED')
    if (owner === undefined) this.#links.remove(uid, link.providerId)
    this.#links.put(link, uid, at)
  }
}

function refuseMissing(): never {
  throw new IdentityError('USER_NOT_FOUND')
}

function hasNewPassword({ passwordHash }: Partial<Profile>): boolean {
  return typeof passwordHash === 'string'
}

function hasOtherAddress(account: Account, { email }: Partial<Profile>): boolean {
  return typeof email === 'string' && account.email !== null && email !== account.email
}
