import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { checkDatabase } from '@stockinette/sqlite/backup.ts'
import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { StartError, toStartError } from '@stockinette/sqlite/errors.ts'
import { readVersion } from '@stockinette/sqlite/inspection.ts'

import { itemsFile } from '../catalogue/sqlite/shop-database.ts'
import { commandName } from '../command-name.ts'
import { photoFromUrl, readPhotos, type PhotoFiles } from '../domain/photo.ts'
import type { Log } from '../log.ts'
import { trashName } from '../photos/storage/disk-store.ts'
import { photosFolder } from '../photos/storage/open-photo-store.ts'
import { descriptionName, fileNamesOf } from '../photos/trash.ts'
import { databaseNames } from './databases.ts'
import { identityRecord, isCopy } from './file-identity.ts'
import { firstWithPhotoTable } from './worker/item-photos.ts'

export interface TornCopyOptions {
  readonly dataDir: string
  /** Whether its photos are in the folder, and not in a bucket. */
  readonly hasPhotos: boolean
  readonly log: Log
}

/**
 * Checks a data folder that is a copy, as far as it can be checked: a copy of files that were being written to may be torn.
 * To be called before anything else opens a file. Nothing is written.
 *
 * The folder in which the shop last ran is not checked, so that a restart is fast, and photos may be missing there: those of
 * imported items arrive later.
 *
 * @throws StartError when a database is missing or damaged, or lacks photos that its items use.
 */
export function refuseTornCopy({ dataDir, hasPhotos, log }: TornCopyOptions): void {
  if (!isCopy(dataDir)) return
  refuseTornDatabases(dataDir)
  if (hasPhotos) requirePhotos(dataDir)
  log.info({ folder: dataDir }, 'this data folder is a copy: its databases are intact, and no photo is missing')
}

/**
 * As `refuseTornCopy`, for a command, which needs no photos. One that made a missing database would hide from the next start that
 * the copy is not complete.
 *
 * @throws StartError
 */
export function refuseTornDatabases(dataDir: string): void {
  if (!isCopy(dataDir)) return
  for (const name of databaseNames) requireIntact(join(dataDir, name))
}

function requireIntact(file: string): void {
  if (!existsSync(file)) throw torn(`${file} is missing`)
  const { version, problem } = checkDatabase(file)
  if (version === 0) throw torn(`${file} is empty`)
  if (problem !== undefined) throw torn(`${file} is damaged (${problem.replaceAll(/\s+/g, ' ')})`)
}

function requirePhotos(dataDir: string): void {
  const used = readUsedPhotos(join(dataDir, itemsFile))
  const folder = photosFolder(dataDir)
  const stored = new Set([...namesIn(folder), ...namesIn(join(folder, trashName))])
  const missing = used.map((names) => names.find((name) => !stored.has(name))).filter((name) => name !== undefined)
  if (missing.length === 0) return
  throw torn(
    `${missing.length} of the ${used.length} photos of its items are missing or incomplete (such as ${missing[0]})`,
    `, or delete ${join(dataDir, identityRecord)} to start without them`,
  )
}

function torn(what: string, otherwise = ''): StartError {
  return new StartError(
    `This data folder is a copy that is not complete: ${what}. Nothing was changed. ` +
      `Copy it again while the shop is stopped, or restore a backup (${commandName} restore)${otherwise}.`,
  )
}

/** Items have their photos in `fields` from this version on. */
const firstWithFields = 10

/** The files of each photo that items use; of one whose width is not known, the file that says that it exists. */
function readUsedPhotos(file: string): string[][] {
  using database = openAnyVersionReadOnly(file)
  const version = readVersion(database)
  if (version < firstWithPhotoTable) return []
  const pictures =
    version < firstWithFields
      ? 'image_url AS url, photos'
      : "fields ->> 'imageUrl' AS url, fields -> 'photos' AS photos"
  const rows = database.prepare(`SELECT photo_id AS id, ${pictures} FROM item_photo JOIN item ON item.id = item_id`)
  const used = new Map<string, number | undefined>()
  for (const { id, url, photos } of rows.iterate() as Iterable<{ id: string; url: string; photos: string | null }>) {
    const listed: readonly PhotoFiles[] = readPhotos(JSON.parse(photos ?? '[]')) ?? []
    const photo = [...listed, photoFromUrl(url)].find((each) => each?.id === id)
    used.set(id, photo?.width ?? used.get(id))
  }
  return Array.from(used, ([id, width]) => (width === undefined ? [descriptionName(id)] : fileNamesOf({ id, width })))
}

function namesIn(folder: string): string[] {
  try {
    return existsSync(folder) ? readdirSync(folder) : []
  } catch (error) {
    throw toStartError(error, folder)
  }
}
