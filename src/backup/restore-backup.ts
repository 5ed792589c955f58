import { hash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { chmod, copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import { endAllAccess } from '@stockinette/identity/storage/end-access.ts'
import { identityFile } from '@stockinette/identity/storage/schema.ts'
import { openDataFolder, restoreMarker } from '@stockinette/sqlite/data-folder.ts'
import { toDiskFailure } from '@stockinette/sqlite/disk-failure.ts'
import { createPrivateFile, syncFile, syncFolder } from '@stockinette/sqlite/files.ts'

import { raiseVersions } from '../catalogue/sqlite/raise-versions.ts'
import { isShopError } from '../domain/errors.ts'
import type { NewFile, PhotoReader } from '../photos/photo-store.ts'
import type { BucketConfig } from '../photos/storage/bucket-store.ts'
import { openPhotoReader, openPhotoStore } from '../photos/storage/open-photo-store.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { findBackups, newestOf, photosFolder } from './backup-folder.ts'
import { checkBackups, type CheckedBackup } from './backups.ts'
import { databaseNames } from './databases.ts'
import { requireFreeSpace } from './free-space.ts'
import { hashFile, readManifest, type BackedUpPhotoFile, type Manifest } from './manifest.ts'

export interface RestoreOptions {
  /** The data folder: empty or missing, or of a restore that was interrupted. */
  readonly dataDir: string
  /** Where photos are stored; the data folder if omitted. */
  readonly bucket?: BucketConfig | undefined
  /** Called after each group of photo files. */
  readonly report?: (count: number, total: number) => void
  /** Called with the restored data folder, while no shop starts on it. If it rejects, the restore has to be run again. */
  readonly complete?: (dataDir: string, backup: CheckedBackup) => Promise<void>
}

/** Photo files that are stored at once. */
const groupSize = 16

/** Names that an empty folder may have: of a disk of its own, and of the lock. */
const ignoredNames: ReadonlySet<string> = new Set(['lost+found', 'shop.lock'])

/**
 * Restores the newest complete backup of a folder, or the one that is named. It is checked first, and nothing is changed if
 * it cannot be restored. Until everything is durable, the data folder has a marker, with which no shop starts.
 *
 * It restores content, not authority: what was revoked since the backup stays so, as every session, code and key of it
 * ends. Passwords stay. No page that was open before it overwrites what is saved after it.
 *
 * @throws BackupError; StartError when the data folder cannot be used.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<CheckedBackup> {
  const { folder, complete } = await findBackups(path)
  const backup = join(folder, newestOf(complete) ?? '')
  const dataDir = resolve(options.dataDir)
  await requireEmpty(dataDir)
  const checked = await requireUndamaged(backup)
  const manifest = await readManifest(backup)
  await requireRoom(dataDir, manifest, options.bucket).catch((error: unknown) => {
    throw toRestoreError(error, dataDir)
  })
  const locked = openDataFolder(dataDir, { isRestoring: true })
  try {
    await requireEmpty(dataDir) // Again: only now nothing else can fill it.
    await begin(dataDir)
    await restorePhotos(backup, manifest, { ...options, dataDir })
    await restoreDatabases(backup, dataDir, manifest)
    await options.complete?.(dataDir, checked)
    // The last step: without the marker, the folder counts as complete.
    await rm(join(dataDir, restoreMarker))
    syncFolder(dataDir)
    return checked
  } catch (error) {
    throw toRestoreError(error, dataDir)
  } finally {
    locked.close()
  }
}

/** Photo stores have errors of their own. */
function toRestoreError(error: unknown, dataDir: string): unknown {
  return toBackupError(isShopError(error) ? error.cause : error, dataDir)
}

/** @throws BackupError when a data folder has anything that a restore would overwrite or mix with. */
async function requireEmpty(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const names = await readdir(dataDir).catch((error: unknown) => {
    throw toBackupError(error, dataDir, 'reading')
  })
  if (names.includes(restoreMarker) || names.every((name) => ignoredNames.has(name))) return
  throw new BackupError(
    `The data folder ${dataDir} is not empty, and was left as it is. ` +
      'Move it away, or set SHOP_DATA_DIR to a folder that is empty or does not exist.',
  )
}

async function requireUndamaged(backup: string): Promise<CheckedBackup> {
  const [checked] = await checkBackups(backup)
  if (checked === undefined) throw new Error('The backup was not checked.')
  const [problem] = checked.problems
  if (problem === undefined) return checked
  throw new BackupError(`${problem} Nothing was restored.`)
}

/**
 * Checks the free space: databases are written twice, also to their write-ahead logs. What an interrupted restore has left counts:
 * photos stay, and databases are replaced.
 */
async function requireRoom(dataDir: string, manifest: Manifest, bucket?: BucketConfig): Promise<void> {
  const photos = bucket === undefined ? await findMissing(await openPhotoReader({ dataDir }), manifest) : []
  const files = [...manifest.databases, ...manifest.databases, ...photos]
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const replaced = (await listDatabaseFiles(dataDir)).reduce((sum, file) => sum + statSync(file).size, 0)
  await requireFreeSpace(nearestFolder(dataDir), bytes - replaced, files.length)
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}

/** Marks the folder, and removes what an interrupted restore has left. */
async function begin(dataDir: string): Promise<void> {
  const marker = join(dataDir, restoreMarker)
  createPrivateFile(marker) // Under its own name: anything else in the folder would make it count as not empty.
  syncFile(marker)
  syncFolder(dataDir)
  syncName(dataDir)
  for (const file of await listDatabaseFiles(dataDir)) await rm(file)
}

/** Makes the name of a folder durable. It is not a new one where this user may not read the folder above it. */
function syncName(folder: string): void {
  try {
    syncFolder(dirname(folder))
  } catch (error) {
    if (toDiskFailure(error) !== 'not-permitted') throw error
  }
}

/** The paths of the databases and of their write-ahead logs. */
async function listDatabaseFiles(dataDir: string): Promise<string[]> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : []
  const isOfDatabase = (name: string) => databaseNames.some((database) => name.startsWith(database))
  return names.filter(isOfDatabase).map((name) => join(dataDir, name))
}

/** Stores photo files that are not stored yet, in the data folder or the bucket. */
async function restorePhotos(backup: string, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const store = await openPhotoStore(options)
  const missing = await findMissing(store, manifest)
  const pool = join(dirname(backup), photosFolder)
  for (let at = 0; at < missing.length; at += groupSize) {
    const group = missing.slice(at, at + groupSize)
    await store.putAll(await Promise.all(group.map((file) => readPhotoFile(pool, file))))
    options.report?.(group.length, missing.length)
  }
}

/** The photo files that are not stored yet. */
async function findMissing(store: Pick<PhotoReader, 'list'>, { photoFiles }: Manifest): Promise<BackedUpPhotoFile[]> {
  const stored = new Map((await Array.fromAsync(store.list())).map(({ name, size }) => [name, size]))
  return photoFiles.filter(({ name, size }) => stored.get(name) !== size)
}

/** Reads a photo file, and checks it again: the check of the backup may have been a while ago. */
async function readPhotoFile(pool: string, { name, sha256 }: BackedUpPhotoFile): Promise<NewFile> {
  const file = join(pool, sha256)
  const bytes = await readFile(file)
  if (hash('sha256', bytes) !== sha256) throw changed(file)
  return [name, bytes]
}

async function restoreDatabases(backup: string, dataDir: string, { databases }: Manifest): Promise<void> {
  for (const { name, sha256 } of databases) {
    const file = join(dataDir, name)
    await copyFile(join(backup, name), file)
    // A backup that was sent elsewhere and back may have lost its modes.
    await chmod(file, 0o600)
    if ((await hashFile(file)) !== sha256) throw changed(join(backup, name))
    const now = new Date()
    if (name === identityFile) endAllAccess(file, now)
    else raiseVersions(file, Math.floor(now.getTime() / 1_000))
    syncFile(file)
  }
  syncFolder(dataDir)
}

function changed(file: string): BackupError {
  return new BackupError(
    `${file} has changed during the restore, which is incomplete. Run it again, or use another backup than ${basename(dirname(file))}.`,
  )
}
