import type { DatabaseSync } from 'node:sqlite'

import type { Account, Claims, Profile } from './account.ts'

/** An account without its links, which are in another table. */
export type AccountRecord = Omit<Account, 'links'>

/** Accounts in SQLite. Every method throws SQLite's own errors. */
export interface AccountTable {
  find(uid: string): AccountRecord | undefined
  findByEmail(email: string): AccountRecord | undefined
  /** @returns `false` if an account with this uid exists. */
  insert(record: AccountRecord): boolean
  /** Writes all fields except the times of creation and use. */
  update(record: AccountRecord): void
  /** @returns the updated account; `undefined` if it was deleted. */
  noteSignIn(uid: string, at: Date): AccountRecord | undefined
  noteRefresh(uid: string, at: Date): void
  /** Does nothing if the hash has changed since it was read. */
  replaceHash(uid: string, from: string, to: string): void
  remove(uid: string): void
}

type ProfileRow = {
  email: string | null
  email_verified: number
  email_link_sign_in: number
  initial_email: string | null
  display_name: string | null
  phone_number: string | null
  photo_url: string | null
  screen_name: string | null
  password_hash: string | null
  disabled: number
  custom_auth: number
  custom_claims: string | null
}
type ChangeableRow = ProfileRow & { uid: string; password_updated_at: number | null; valid_since: number | null }
type Row = ChangeableRow & { created_at: number; last_login_at: number; last_refresh_at: number }

const changeable = [
  'email',
  'email_verified',
  'email_link_sign_in',
  'initial_email',
  'display_name',
  'phone_number',
  'photo_url',
  'screen_name',
  'password_hash',
  'disabled',
  'custom_auth',
  'custom_claims',
  'password_updated_at',
  'valid_since',
]
const all = ['uid', ...changeable, 'created_at', 'last_login_at', 'last_refresh_at']

/** Exported so that a test can check the query plans. */
export const accountQueries = {
  find: 'SELECT * FROM accounts WHERE uid = :uid',
  findByEmail: 'SELECT * FROM accounts WHERE email = :email',
  insert: `INSERT INTO accounts (${all.join(', ')}, is_kept) VALUES (${all.map((name) => `:${name}`).join(', ')}, 0)
    ON CONFLICT (uid) DO NOTHING`,
  update: `UPDATE accounts SET ${changeable.map((name) => `${name} = :${name}`).join(', ')} WHERE uid = :uid`,
  noteSignIn: 'UPDATE accounts SET last_login_at = :at, last_refresh_at = :at WHERE uid = :uid RETURNING *',
  noteRefresh: 'UPDATE accounts SET last_refresh_at = :at WHERE uid = :uid',
  replaceHash: 'UPDATE accounts SET password_hash = :to WHERE uid = :uid AND password_hash = :from',
  remove: 'DELETE FROM accounts WHERE uid = :uid',
}

export function createAccountTable(database: DatabaseSync): AccountTable {
  const find = database.prepare(accountQueries.find)
  const findByEmail = database.prepare(accountQueries.findByEmail)
  const insert = database.prepare(accountQueries.insert)
  const update = database.prepare(accountQueries.update)
  const noteSignIn = database.prepare(accountQueries.noteSignIn)
  const noteRefresh = database.prepare(accountQueries.noteRefresh)
  const replaceHash = database.prepare(accountQueries.replaceHash)
  const remove = database.prepare(accountQueries.remove)
  return {
    find: (uid) => toRecord(find.get({ uid }) as Row | undefined),
    findByEmail: (email) => toRecord(findByEmail.get({ email }) as Row | undefined),
    insert: (record) => insert.run(toRow(record)).changes === 1,
    update: (record) => void update.run(toChangeableRow(record)),
    noteSignIn: (uid, at) => toRecord(noteSignIn.get({ uid, at: at.getTime() }) as Row | undefined),
    noteRefresh: (uid, at) => void noteRefresh.run({ uid, at: at.getTime() }),
    replaceHash: (uid, from, to) => void replaceHash.run({ uid, from, to }),
    remove: (uid) => void remove.run({ uid }),
  }
}

function toProfileRow(profile: Profile): ProfileRow {
  return {
    email: profile.email,
    email_verified: Number(profile.emailVerified),
    email_link_sign_in: Number(profile.emailLinkSignIn),
    initial_email: profile.initialEmail,
    display_name: profile.displayName,
    phone_number: profile.phoneNumber,
    photo_url: profile.photoUrl,
    screen_name: profile.screenName,
    password_hash: profile.passwordHash,
    disabled: Number(profile.disabled),
    custom_auth: Number(profile.customAuth),
    custom_claims: Object.keys(profile.customClaims).length === 0 ? null : JSON.stringify(profile.customClaims),
  }
}

function toChangeableRow(record: AccountRecord): ChangeableRow {
  return {
    ...toProfileRow(record),
    uid: record.uid,
    password_updated_at: record.passwordUpdatedAt?.getTime() ?? null,
    valid_since: record.validSince?.getTime() ?? null,
  }
}

function toRow(record: AccountRecord): Row {
  return {
    ...toChangeableRow(record),
    created_at: record.createdAt.getTime(),
    last_login_at: record.lastLoginAt.getTime(),
    last_refresh_at: record.lastRefreshAt.getTime(),
  }
}

function toProfile(row: ProfileRow): Profile {
  return {
    email: row.email,
    emailVerified: row.email_verified === 1,
    emailLinkSignIn: row.email_link_sign_in === 1,
    initialEmail: row.initial_email,
    displayName: row.display_name,
    phoneNumber: row.phone_number,
    photoUrl: row.photo_url,
    screenName: row.screen_name,
    passwordHash: row.password_hash,
    disabled: row.disabled === 1,
    customAuth: row.custom_auth === 1,
    customClaims: row.custom_claims === null ? {} : (JSON.parse(row.custom_claims) as Claims),
  }
}

function toRecord(row: Row | undefined): AccountRecord | undefined {
  if (row === undefined) return undefined
  return {
    ...toProfile(row),
    uid: row.uid,
    createdAt: new Date(row.created_at),
    lastLoginAt: new Date(row.last_login_at),
    lastRefreshAt: new Date(row.last_refresh_at),
    passwordUpdatedAt: row.password_updated_at === null ? null : new Date(row.password_updated_at),
    validSince: row.valid_since === null ? null : new Date(row.valid_since),
  }
}
