import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { accessTables } from '@stockinette/identity/storage/end-access.ts'
import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'
import { pino } from 'pino'

import { openShopDatabase } from '../../../src/catalogue/sqlite/shop-database.ts'
import { SqliteStore } from '../../../src/catalogue/sqlite/sqlite-store.ts'
import { itemWithPhotos } from '../../../src/catalogue/test-support.ts'
import { transferItem } from '../../../src/catalogue/transfer/transfer.contract.ts'
import { embeddedProjectId } from '../../../src/config/identity-config.ts'
import type { Photo } from '../../../src/domain/photo.ts'
import { openEmbeddedIdentity } from '../../../src/owners/embedded/identity.ts'
import { openPhotoStore } from '../../../src/photos/storage/open-photo-store.ts'

/** How many files each photo of {@link fillDataFolder} has. */
export const filesOfPhoto = 3

function photoAt(index: number): Photo {
  const placeholder = `data:image/webp;base64,${'A'.repeat(86)}==`
  return { id: index.toString(16).padStart(32, '0'), width: 360, height: 450, placeholder }
}

/** Makes a data folder with items that have a photo each, faster than a shop does. The photos are no pictures. */
export async function fillDataFolder(dataDir: string, items: number, bytesOfPhoto = 20_000): Promise<void> {
  const log = pino({ level: 'silent' })
  const folder = openDataFolder(dataDir)
  const database = openShopDatabase(folder)
  const store = new SqliteStore({ folder, log, database })
  const { identity } = await openEmbeddedIdentity({ database, dataDir, projectId: embeddedProjectId, log })
  const photos = await openPhotoStore({ dataDir })
  const all = Array.from({ length: items }, (_, index) => photoAt(index))
  await photos.putAll(
    all.flatMap((photo) => [
      [`${photo.id}-360.avif`, randomBytes(bytesOfPhoto)],
      [`${photo.id}.jpg`, randomBytes(bytesOfPhoto)],
      [`${photo.id}.json`, Buffer.from(JSON.stringify(photo))],
    ]),
  )
  await store.put(all.map((photo, index) => transferItem(index, itemWithPhotos([photo]))))
  await identity.close()
  await store.close()
  folder.close()
}

/** All rows of both databases, by table, and all photo files of a data folder, to compare two of them. */
export function readDataFolder(dataDir: string) {
  const photos = join(dataDir, 'photos')
  return {
    items: readRows(join(dataDir, 'items.db')),
    identity: readRows(join(dataDir, 'identity.sqlite')),
    photos: existsSync(photos) ? readFiles(photos) : {},
  }
}

/**
 * A data folder without what a restore ends: sessions, codes, keys, and the time since which tokens are valid; without the
 * versions, which it raises; and without the notices, to which the command adds that of the restore.
 */
export function asRestored(folder: ReturnType<typeof readDataFolder>): ReturnType<typeof readDataFolder> {
  const ended = Object.fromEntries(accessTables.map((name) => [name, []]))
  const accounts =
    folder.identity['accounts']?.map((account) => Object.assign({}, account, { valid_since: null })) ?? []
  const item = folder.items['item']?.map((each) => Object.assign({}, each, { version: null })) ?? []
  const items = { ...folder.items, item, catalogue: [], shop_settings: [], owner_notice: [] }
  return { ...folder, items, identity: { ...folder.identity, ...ended, accounts } }
}

function readRows(file: string): Record<string, unknown[]> {
  using database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const rowsOf = (table: string) => {
    const statement = database.prepare(`SELECT * FROM ${table}`)
    statement.setReadBigInts(true)
    return statement.all()
  }
  return Object.fromEntries(tables.map(({ name }) => [String(name), rowsOf(String(name))]))
}

/** Every file below a folder, by its path, as text. */
export function readFiles(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}
