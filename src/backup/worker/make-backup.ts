import { existsSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { copyDatabase } from '@stockinette/sqlite/backup.ts'
import { createFolder } from '@stockinette/sqlite/create-folder.ts'
import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { syncFolder } from '@stockinette/sqlite/files.ts'
import { readVersion } from '@stockinette/sqlite/inspection.ts'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import type { ListedFile } from '../../photos/photo-store.ts'
import { openPhotoReader } from '../../photos/storage/open-photo-store.ts'
import { descriptionName, photoIdOfFile } from '../../photos/trash.ts'
import { toBackupError } from '../backup-error.ts'
import { listBackups, photosFolder, requireBackupFolder, toBackupName } from '../backup-folder.ts'
import { databaseNames } from '../databases.ts'
import type { BackedUpShop, BackupSummary } from '../jobs.ts'
import {
  findManifest,
  hashFile,
  writeManifest,
  type BackedUpDatabase,
  type BackedUpPhotoFile,
  type Manifest,
} from '../manifest.ts'
import { copyPhotos, findFiles, type CopyPhotosOptions } from './copy-photos.ts'
import { readItemPhotos } from './item-photos.ts'
import { removeUnfinished } from './prune.ts'
import { requireRoom } from './require-room.ts'

export type MakeOptions = BackedUpShop & Pick<CopyPhotosOptions, 'folder' | 'signal' | 'report'>

type ReadOptions = BackedUpShop & CopyPhotosOptions

/**
 * Makes a backup. The databases are copied before the photos: a photo that is added meanwhile is harmless, a missing one
 * is not. The manifest comes last.
 *
 * @throws BackupError; the reason of `signal`. An unfinished backup is removed.
 */
export async function makeBackup(options: MakeOptions): Promise<BackupSummary> {
  const { dataDir, folder } = options
  requireBackupFolder(folder, dataDir)
  try {
    createFolder(join(folder, photosFolder))
    await removeUnfinished(folder)
    const previous = await findPrevious(folder)
    const photos = await openPhotoReader(options)
    await requireRoom({ dataDir, folder, photos })
    const startedAt = new Date()
    const backup = join(folder, toBackupName(startedAt))
    await mkdir(backup, { mode: 0o700 })
    try {
      return await fillBackup({ ...options, photos, backup, previous, startedAt })
    } catch (error) {
      await rm(backup, { recursive: true, force: true })
      throw error
    }
  } catch (error) {
    throw toBackupError(error, folder)
  }
}

/** The newest complete backup, whose unchanged photos need not be read again; `undefined` when there is none. */
async function findPrevious(folder: string): Promise<Manifest | undefined> {
  const name = (await listBackups(folder)).complete.at(-1)
  return name === undefined ? undefined : findManifest(join(folder, name))
}

type FillOptions = ReadOptions & {
  readonly backup: string
  readonly startedAt: Date
}

async function fillBackup(options: FillOptions): Promise<BackupSummary> {
  const { backup, folder, photos, startedAt } = options
  const databases = await copyDatabases(options)
  const { items, photoIds } = readItemPhotos(join(backup, itemsFile))
  const found = await findFiles(photos, photoIds)
  const copied = await copyPhotos(found, options)
  const lost = await findLost(photoIds, found, options)
  const photoFiles = [...copied.files, ...[...lost.values()].filter((file) => file !== undefined)]
  const withoutCopy = [...lost.keys()].filter((name) => lost.get(name) === undefined)
  syncFolder(join(folder, photosFolder))
  writeManifest(backup, {
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    items,
    databases,
    photoFiles,
    missingPhotos: photosOf(withoutCopy),
  })
  // The name of the backup itself.
  syncFolder(folder)
  const databaseBytes = databases.reduce((sum, { size }) => sum + size, 0)
  return {
    path: backup,
    items,
    photoFiles: photoFiles.length,
    newBytes: databaseBytes + copied.newBytes,
    bytes: databaseBytes + photoFiles.reduce((sum, { size }) => sum + size, 0),
    missingPhotos: photosOf(lost.keys()).length,
  }
}

/**
 * The files of photos that the shop has lost, by name: those that an earlier backup names, and descriptions. Each has its
 * undamaged copy of the newest earlier backup that has one. It stays in each backup that follows: otherwise it would go with
 * the last old one.
 */
async function findLost(
  photoIds: readonly string[],
  found: readonly ListedFile[],
  { folder, signal }: ReadOptions,
): Promise<Map<string, BackedUpPhotoFile | undefined>> {
  const wanted = new Set(photoIds)
  const stored = new Set(found.map(({ name }) => name))
  const lost = new Map<string, BackedUpPhotoFile | undefined>()
  for (const name of photoIds.map(descriptionName)) if (!stored.has(name)) lost.set(name, undefined)
  for (const backup of (await listBackups(folder)).complete.toReversed()) {
    const files = (await findManifest(join(folder, backup)))?.photoFiles ?? []
    for (const file of files) {
      if (stored.has(file.name) || !wanted.has(photoIdOfFile(file.name)) || lost.get(file.name) !== undefined) continue
      signal.throwIfAborted()
      lost.set(file.name, (await isUndamaged(folder, file)) ? file : undefined)
    }
  }
  return lost
}

async function isUndamaged(folder: string, { sha256 }: BackedUpPhotoFile): Promise<boolean> {
  const file = join(folder, photosFolder, sha256)
  return existsSync(file) && (await hashFile(file)) === sha256
}

function photosOf(fileNames: Iterable<string>): string[] {
  return [...new Set(Array.from(fileNames, photoIdOfFile))]
}

async function copyDatabases({ dataDir, backup, signal, report }: FillOptions): Promise<BackedUpDatabase[]> {
  const sizes = await Promise.all(databaseNames.map(async (name) => (await stat(join(dataDir, name))).size))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const copied: BackedUpDatabase[] = []
  let done = 0
  for (const [index, name] of databaseNames.entries()) {
    const size = sizes[index] ?? 0
    const before = done
    const file = join(backup, name)
    await copyDatabase(join(dataDir, name), file, {
      signal,
      report: (share) => report({ phase: 'databases', done: before + Math.round(size * share), total }),
    })
    done += size
    report({ phase: 'databases', done, total })
    copied.push(await describe(file))
  }
  return copied
}

async function describe(file: string): Promise<BackedUpDatabase> {
  const name = basename(file) as BackedUpDatabase['name']
  using database = openAnyVersionReadOnly(file)
  return { name, version: readVersion(database), size: (await stat(file)).size, sha256: await hashFile(file) }
}
