import { createHash, randomUUID } from 'node:crypto'
import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { unfinished, writeSynced } from '../../photos/storage/disk.ts'
import { BackupError } from '../backup-error.ts'
import { photosFolder } from '../backup-folder.ts'
import type { BackupProgress } from '../jobs.ts'
import type { BackedUpPhotoFile, Manifest } from '../manifest.ts'
import type { PhotoSource, SourceFile } from '../photo-source.ts'

/** Files that are read at once: few, because the shop has visitors. */
const concurrency = 2

export interface CopyPhotosOptions {
  /** The backup folder. */
  readonly folder: string
  readonly photos: PhotoSource
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
export async function copyPhotos(files: readonly SourceFile[], options: CopyPhotosOptions): Promise<CopiedPhotos> {
  const known = new Map(options.previous?.photoFiles.map((file) => [file.name, file]))
  const copied: BackedUpPhotoFile[] = []
  let newBytes = 0
  for (let at = 0; at < files.length; at += concurrency) {
    options.signal.throwIfAborted()
    const group = files.slice(at, at + concurrency)
    const stored = await Promise.all(group.map((file) => copyPhoto(file, known.get(file.name), options)))
    for (const { file, isNew } of stored) {
      copied.push(file)
      if (isNew) newBytes += file.size
    }
    options.report({ phase: 'photos', done: copied.length, total: files.length })
  }
  return { files: copied, newBytes }
}

async function copyPhoto(
  { name, size, modifiedAt }: SourceFile,
  known: BackedUpPhotoFile | undefined,
  { folder, photos }: CopyPhotosOptions,
): Promise<{ file: BackedUpPhotoFile; isNew: boolean }> {
  const isUnchanged = known?.size === size && known.modifiedAt === modifiedAt
  if (isUnchanged && (await isStored(folder, known))) return { file: known, isNew: false }
  const bytes = await photos.read(name)
  if (bytes === undefined) {
    throw new BackupError(`The photo file ${name} was deleted during the backup. Make the backup again.`)
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { name, size: bytes.length, sha256, modifiedAt }
  const isNew = !(await isStored(folder, file))
  if (isNew) await store(folder, sha256, bytes)
  return { file, isNew }
}

async function isStored(folder: string, { sha256, size }: { sha256: string; size: number }): Promise<boolean> {
  try {
    return (await stat(join(folder, photosFolder, sha256))).size === size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function store(folder: string, sha256: string, bytes: Uint8Array): Promise<void> {
  const part = join(folder, photosFolder, unfinished + randomUUID())
  await writeSynced(part, bytes)
  await rename(part, join(folder, photosFolder, sha256))
}
