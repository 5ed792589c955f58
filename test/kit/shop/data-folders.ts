import { cpSync, existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { root } from './shop-process.ts'

/** The databases of a data folder. */
export const databases = { items: 'items.db', identity: 'identity.sqlite' } as const

/** How many migrations each database has been through. */
export type Versions = Readonly<Record<keyof typeof databases, number>>

interface WrittenAccount {
  readonly uid: string
  /** Of a session of the account. */
  readonly refreshToken: string
}

export interface WrittenPasswordAccount extends WrittenAccount {
  readonly email: string
  readonly password: string
}

/** What a shop had when it wrote a data folder, as its own API said. Absent is what its version did not know. */
export interface WrittenFacts {
  readonly writtenAt: string
  readonly versions: Versions
  readonly revision: number
  readonly anonymous: WrittenAccount
  readonly customer?: WrittenPasswordAccount | undefined
  readonly owner?: WrittenPasswordAccount | undefined
  /** With all fields, hidden and removed ones too. */
  readonly items: readonly { readonly id: string; readonly hidden?: boolean; readonly removedAt?: string | null }[]
  /** As owners get them, where they were saved. */
  readonly shopSettings?: unknown
  /** The paths of the files of a photo that the items use. */
  readonly photoFiles: readonly string[]
}

const fixtures = join(root, 'test/data-folders')

/** The names of the fixtures. Each is named by the versions of its databases. */
export function listDataFolders(): readonly string[] {
  return readdirSync(fixtures).toSorted()
}

export function readFacts(fixture: string): WrittenFacts {
  return JSON.parse(readFileSync(join(fixtures, fixture, 'facts.json'), 'utf8')) as WrittenFacts
}

/** Makes the data folder that a fixture was written from, in an empty folder. Tables of a virtual table are written, too. */
export function restoreDataFolder(fixture: string, folder: string): void {
  for (const file of Object.values(databases)) {
    using database = new DatabaseSync(join(folder, file), { enableForeignKeyConstraints: false, defensive: false })
    database.exec(readFileSync(join(fixtures, fixture, `${file}.sql`), 'utf8'))
  }
  keepSessions(join(folder, databases.identity))
  const photos = join(fixtures, fixture, 'photos')
  if (existsSync(photos)) cpSync(photos, join(folder, 'photos'), { recursive: true })
  // The shop was last open then, and so purges nothing, however long ago that is.
  const writtenAt = new Date(readFacts(fixture).writtenAt)
  writeFileSync(join(folder, 'shop.lock'), '')
  utimesSync(join(folder, 'shop.lock'), writtenAt, writtenAt)
}

/** Sessions end after a while: those of a fixture are as old as it would be if it were written today. */
function keepSessions(identityFile: string): void {
  using database = new DatabaseSync(identityFile)
  database.prepare('UPDATE refresh_tokens SET signed_in_at = ?').run(Date.now())
}

export function readVersion(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true })
  return database.prepare('PRAGMA user_version').get()?.['user_version'] as number
}

export function readVersions(folder: string): Versions {
  const { items, identity } = databases
  return { items: readVersion(join(folder, items)), identity: readVersion(join(folder, identity)) }
}

export function readRevision(folder: string): number {
  using database = new DatabaseSync(join(folder, databases.items), { readOnly: true })
  return database.prepare('SELECT revision FROM catalogue').get()?.['revision'] as number
}

/**
 * A database as SQL that makes the same one. Tables that a virtual table keeps its content in are made with it, and get
 * their rows in place of those that it makes; its own rows are in them.
 */
export function dump(file: string): string {
  using database = new DatabaseSync(file, { readOnly: true })
  const parts = database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid').all()
  const kinds = database.prepare("SELECT name, type FROM pragma_table_list WHERE schema = 'main'").all()
  const kindOf = new Map(kinds.map(({ name, type }) => [String(name), String(type)]))
  const lines = ['PRAGMA journal_mode = WAL;', 'BEGIN;']
  for (const { type, name, sql } of parts) {
    const kind = type === 'table' ? kindOf.get(String(name)) : undefined
    lines.push(kind === 'shadow' ? `DELETE FROM "${String(name)}";` : `${String(sql)};`)
    if (kind === 'table' || kind === 'shadow') lines.push(...dumpRows(database, String(name)))
  }
  lines.push(`PRAGMA user_version = ${readVersion(file)};`, 'COMMIT;', '')
  return lines.join('\n')
}

function dumpRows(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  const values = columns.map(({ name }) => `quote("${String(name)}")`).join(` || ', ' || `)
  const rows = database.prepare(`SELECT ${values} AS row FROM "${table}"`).all()
  return rows.map(({ row }) => `INSERT INTO "${table}" VALUES (${String(row)});`)
}
