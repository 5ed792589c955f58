import { hash, randomUUID } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { syncFile } from '@stockinette/sqlite/files.ts'

import type { ListedFile, PhotoReader } from '../../photos/photo-store.ts'
import { unfinished } from '../../photos/storage/disk.ts'
import { photoIdOfFile } from '../../photos/trash.ts'
import { BackupError } from '../backup-error.ts'
import { photosFolder } from '../backup-folder.ts'
import type { BackupProgress } from '../jobs.ts'
import type { BackedUpPhotoFile, Manifest } from '../manifest.ts'

/** Finds the files of photos, those in the trash included. A file that is moved to the trash or back meanwhile is found. */
export async function findFiles(photos: PhotoReader, photoIds: readonly string[]): Promise<ListedFile[]> {
  const wanted = new Set(photoIds)
  const found = new Map<string, ListedFile>()
  // The trash before and after, so that no file that moves in between is missed.
  const trashed = await Array.fromAsync(photos.trash.list())
  for (const files of [photos.list(), trashed, photos.trash.list()]) {
    for await (const file of files) {
      if (wanted.has(photoIdOfFile(file.name)) && !found.has(file.name)) found.set(file.name, file)
    }
  }
  return [...found.values()]
}

export interface CopyPhotosOptions {
  /** The backup folder. */
  readonly folder: string
  readonly photos: PhotoReader
  /** The newest complete backup, whose unchanged photos are not read again. */
  readonly previous: Manifest | undefined
  readonly signal: AbortSignal
  readonly report: (progress: BackupProgress) => void
}

export interface CopiedPhotos {
  readonly files: readonly BackedUpPhotoFile[]
  /** Bytes of files that the folder did not have. */
  readonly newBytes: number
}

/**
 * Stores photo files in the backup folder. Files that it has already are not stored again, and those that have not
 * changed since the previous backup are not even read. Their names are durable once the folder is synced.
 */
export async function copyPhotos(files: readonly ListedFile[], options: CopyPhotosOptions): Promise<CopiedPhotos> {
  const { folder, photos, previous, signal, report } = options
  const known = new Map(previous?.photoFiles.map((file) => [file.name, file]))
  using pool = new PhotoPool(join(folder, photosFolder))
  const copied: BackedUpPhotoFile[] = []
  for (const file of files) {
    signal.throwIfAborted()
    copied.push(await copyPhoto(file, known.get(file.name), { photos, pool }))
    if (pool.isGroupFull()) await pool.nameGroup(signal)
    report({ phase: 'photos', done: copied.length, total: files.length })
  }
  await pool.nameGroup(signal)
  return { files: copied, newBytes: pool.newBytes }
}

async function copyPhoto(
  { name, size, modifiedAt: writtenAt }: ListedFile,
  known: BackedUpPhotoFile | undefined,
  { photos, pool }: { readonly photos: PhotoReader; readonly pool: PhotoPool },
): Promise<BackedUpPhotoFile> {
  const modifiedAt = writtenAt.getTime()
  if (known?.size === size && known.modifiedAt === modifiedAt && pool.has(known)) return known
  const bytes = await readPhotoFile(photos, name)
  if (bytes === undefined) {
    throw new BackupError(`The photo file ${name} was deleted during the backup. Make the backup again.`)
  }
  const file = { name, size: bytes.length, sha256: hash('sha256', bytes), modifiedAt }
  if (!pool.has(file)) pool.add(file.sha256, bytes)
  return file
}

/** `undefined` when there is no such file. It may be moved to the trash, or back, meanwhile. */
async function readPhotoFile(photos: PhotoReader, name: string): Promise<Uint8Array | undefined> {
  return (await photos.get(name)) ?? (await photos.trash.get(name)) ?? (await photos.get(name))
}

/** Files that are synced together: the first sync also writes the disk's journal for the others. */
const groupSize = 64

/**
 * The photo files in a backup folder, named by their SHA-256. Its calls block the backup thread: the threads of Node’s pool
 * are left to visitors.
 */
class PhotoPool implements Disposable {
  readonly #folder: string
  /** The group of files that are written, and have no name yet: their paths, by SHA-256. */
  readonly #group = new Map<string, string>()
  /** Bytes of all files that were added. */
  newBytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  has({ sha256, size }: { readonly sha256: string; readonly size: number }): boolean {
    if (this.#group.has(sha256)) return true
    return statSync(join(this.#folder, sha256), { throwIfNoEntry: false })?.size === size
  }

  add(sha256: string, bytes: Uint8Array): void {
    const part = join(this.#folder, unfinished + randomUUID())
    this.#group.set(sha256, part)
    writeFileSync(part, bytes, { flag: 'wx', mode: 0o600 })
    this.newBytes += bytes.length
  }

  isGroupFull(): boolean {
    return this.#group.size === groupSize
  }

  /** Makes the group durable, and then names its files: one that has its name is whole, also after a power cut. */
  async nameGroup(signal: AbortSignal): Promise<void> {
    for (const part of this.#group.values()) {
      syncFile(part)
      await setImmediate() // On a slow disk this takes a while, and the backup may be stopped meanwhile.
      signal.throwIfAborted()
    }
    for (const [sha256, part] of this.#group) {
      renameSync(part, join(this.#folder, sha256))
      this.#group.delete(sha256)
    }
  }

  /** Removes files that have no name. */
  [Symbol.dispose](): void {
    for (const part of this.#group.values()) rmSync(part, { force: true })
  }
}
