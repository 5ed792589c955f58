import type { DatabaseSync } from 'node:sqlite'

import { type Account, type Claims, emptyProfile, type ProviderLink } from './account.ts'

/** An account without its links, which are in another table. */
export type AccountRecord = Omit<Account, 'links'>

/** A field as it is stored: times in milliseconds, flags as 0 or 1, claims as JSON. */
type Stored<Field> = Field extends Date | boolean ? number : Field extends Claims ? string | null : Field

type Row = { readonly [Name in keyof AccountRecord]: Stored<AccountRecord[Name]> }

const changeable = [...Object.keys(emptyProfile), 'initialEmailAt', 'passwordUpdatedAt', 'validSince']
const fields = ['uid', ...changeable, 'createdAt', 'lastLoginAt', 'lastRefreshAt']
const linkFields = ['providerId', 'rawId', 'email', 'displayName', 'photoUrl', 'screenName']

/** The column of a field: `display_name` of `displayName`. */
const toColumn = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const selectAs = (names: readonly string[]): string => names.map((name) => `${toColumn(name)} AS ${name}`).join(', ')

/** Accounts in SQLite. Every method throws SQLite's own errors. */
export function createAccountTable(database: DatabaseSync) {
  const record = selectAs(fields)
  const find = database.prepare(`SELECT ${record} FROM accounts WHERE uid = :uid`)
  const findByEmail = database.prepare(`SELECT ${record} FROM accounts WHERE email = :email`)
  const insert = database.prepare(`INSERT INTO accounts (${fields.map(toColumn).join(', ')}, is_kept)
    VALUES (${fields.map((name) => `:${name}`).join(', ')}, 0) ON CONFLICT (uid) DO NOTHING`)
  const update = database.prepare(
    `UPDATE accounts SET ${changeable.map((name) => `${toColumn(name)} = :${name}`).join(', ')} WHERE uid = :uid`,
  )
  const noteSignIn = database.prepare(
    `UPDATE accounts SET last_login_at = :at, last_refresh_at = :at WHERE uid = :uid RETURNING ${record}`,
  )
  const noteRefresh = database.prepare('UPDATE accounts SET last_refresh_at = :at WHERE uid = :uid')
  const replaceHash = database.prepare(
    'UPDATE accounts SET password_hash = :to WHERE uid = :uid AND password_hash = :from',
  )
  const remove = database.prepare('DELETE FROM accounts WHERE uid = :uid')
  const forgetFormer = database.prepare(`UPDATE accounts SET initial_email = NULL, initial_email_at = NULL
    WHERE uid IN (SELECT uid FROM accounts WHERE initial_email_at < :before LIMIT :atMost)`)
  // Both are called with every field of an account.
  insert.setAllowUnknownNamedParameters(true)
  update.setAllowUnknownNamedParameters(true)
  return {
    find: (uid: string) => toRecord(find.get({ uid })),
    findByEmail: (email: string) => toRecord(findByEmail.get({ email })),
    /** @returns `false` if an account with this uid exists. */
    insert: (account: AccountRecord): boolean => insert.run(toRow(account)).changes === 1,
    /** Writes all fields except the times of creation and use. */
    update: (account: AccountRecord): void => void update.run(toRow(account)),
    /** @returns the updated account; `undefined` if it was deleted. */
    noteSignIn: (uid: string, at: Date) => toRecord(noteSignIn.get({ uid, at: at.getTime() })),
    noteRefresh: (uid: string, at: Date): void => void noteRefresh.run({ uid, at: at.getTime() }),
    /** Does nothing if the hash has changed since it was read. */
    replaceHash: (uid: string, from: string, to: string): void => void replaceHash.run({ uid, from, to }),
    remove: (uid: string): void => void remove.run({ uid }),
    /** Forgets former addresses (`Profile.initialEmail`) that accounts lost before a time; returns how many. */
    forgetFormerAddresses: (before: Date, atMost: number) =>
      forgetFormer.run({ before: before.getTime(), atMost }).changes,
  }
}

function toRow(account: AccountRecord) {
  return {
    ...account,
    emailVerified: Number(account.emailVerified),
    emailLinkSignIn: Number(account.emailLinkSignIn),
    disabled: Number(account.disabled),
    customAuth: Number(account.customAuth),
    customClaims: Object.keys(account.customClaims).length === 0 ? null : JSON.stringify(account.customClaims),
    createdAt: account.createdAt.getTime(),
    lastLoginAt: account.lastLoginAt.getTime(),
    lastRefreshAt: account.lastRefreshAt.getTime(),
    initialEmailAt: account.initialEmailAt?.getTime() ?? null,
    passwordUpdatedAt: account.passwordUpdatedAt?.getTime() ?? null,
    validSince: account.validSince?.getTime() ?? null,
  } satisfies Row
}

function toRecord(found: object | undefined): AccountRecord | undefined {
  if (found === undefined) return undefined
  const row = found as Row
  return {
    ...row,
    emailVerified: row.emailVerified === 1,
    emailLinkSignIn: row.emailLinkSignIn === 1,
    disabled: row.disabled === 1,
    customAuth: row.customAuth === 1,
    customClaims: row.customClaims === null ? {} : (JSON.parse(row.customClaims) as Claims),
    createdAt: new Date(row.createdAt),
    lastLoginAt: new Date(row.lastLoginAt),
    lastRefreshAt: new Date(row.lastRefreshAt),
    initialEmailAt: row.initialEmailAt === null ? null : new Date(row.initialEmailAt),
    passwordUpdatedAt: row.passwordUpdatedAt === null ? null : new Date(row.passwordUpdatedAt),
    validSince: row.validSince === null ? null : new Date(row.validSince),
  }
}

/** Links between accounts and users of other providers. Every method throws SQLite's own errors. */
export function createLinkTable(database: DatabaseSync) {
  const listOf = database.prepare(
    `SELECT ${selectAs(linkFields)} FROM provider_links WHERE uid = :uid ORDER BY linked_at, provider_id`,
  )
  const findUid = database.prepare('SELECT uid FROM provider_links WHERE provider_id = :providerId AND raw_id = :rawId')
  const listUidsByEmail = database.prepare('SELECT DISTINCT uid FROM provider_links WHERE email = :email LIMIT 10')
  const put = database.prepare(`INSERT INTO provider_links
    (provider_id, raw_id, uid, email, display_name, photo_url, screen_name, linked_at)
    VALUES (:providerId, :rawId, :uid, :email, :displayName, :photoUrl, :screenName, :at)
    ON CONFLICT (provider_id, raw_id) DO UPDATE SET
      email = :email, display_name = :displayName, photo_url = :photoUrl, screen_name = :screenName`)
  const remove = database.prepare('DELETE FROM provider_links WHERE uid = :uid AND provider_id = :providerId')
  const removeOthers = database.prepare(`DELETE FROM provider_links WHERE uid = :uid
    AND NOT (provider_id = :providerId AND linked_at < :before)`)
  return {
    /** In the order of linking. */
    listOf: (uid: string) => listOf.all({ uid }).map((link) => Object.assign({}, link) as unknown as ProviderLink),
    findUid: (providerId: string, rawId: string) => findUid.get({ providerId, rawId })?.['uid'] as string | undefined,
    /** The accounts with a linked provider that gave this address. */
    listUidsByEmail: (email: string) => listUidsByEmail.all({ email }).map(({ uid }) => uid as string),
    /** Adds a link, or updates the existing one to the same user of the provider. */
    put({ providerId, rawId, email, displayName, photoUrl, screenName }: ProviderLink, uid: string, at: Date): void {
      put.run({ uid, providerId, rawId, email, displayName, photoUrl, screenName, at: at.getTime() })
    },
    remove: (uid: string, providerId: string): void => void remove.run({ uid, providerId }),
    /** Removes the links of an account, except to this provider if that one was made before a time. */
    removeOthers: (uid: string, providerId: string, before: Date): void =>
      void removeOthers.run({ uid, providerId, before: before.getTime() }),
  }
}
