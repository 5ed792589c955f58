import { randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

import { readDiskSpace } from '@stockinette/sqlite/disk-space.ts'
import { storageFailures } from '@stockinette/sqlite/errors.ts'
import pLimit from 'p-limit'

import { isShopError, ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'

/** The error for people when photos can be neither stored nor read. */
export function storageUnavailable(cause: unknown): ShopError {
  return new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
}

/** Runs work on the local disk. @throws ShopError `storage-unavailable`, which `/healthz` reports, instead of other errors. */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isShopError(error)) throw error
    storageFailures.publish(error)
    throw storageUnavailable(error)
  }
}

/** As `withStorage`; `undefined` if a file does not exist. */
export async function ifExists<T>(work: () => Promise<T>): Promise<T | undefined> {
  return withStorage(async () => {
    try {
      return await work()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'EISDIR') return undefined
      throw error
    }
  })
}

/** Disk space that photos leave free for items and accounts: a number of bytes, or a share of a small disk. */
const reserve = { bytes: 512 * 1024 ** 2, share: 0.05 }

/** In bytes. */
export function reservedBytes(diskSize: number): number {
  return Math.min(reserve.bytes, diskSize * reserve.share)
}

export type ReadDiskSpace = typeof readDiskSpace

/**
 * Where anyone may add items, anyone may upload photos: they must not fill the disk that everything else is on. A disk
 * that reports no size is assumed to have space.
 *
 * @throws ShopError `storage-unavailable` when there is too little space for another photo.
 */
export async function requireFreeSpace(folder: string, readSpace: ReadDiskSpace = readDiskSpace): Promise<void> {
  const { size, free } = await withStorage(() => readSpace(folder))
  if (free < reservedBytes(size))
    throw storageUnavailable(new Error('The disk is nearly full: no photos are accepted.'))
}

/** Name prefix of files being written; no file of a photo starts like this. */
export const unfinished = '.unfinished-'

/** The size of a photo's larger files: with less space, no photo can be stored. */
const trialBytes = 1024 ** 2

/**
 * Checks that a folder is writable by writing and removing a file. If the process ends in between, the next start
 * removes the file.
 *
 * @throws ShopError `storage-unavailable` when it is not.
 */
export async function tryWrite(folder: string): Promise<void> {
  const path = join(folder, unfinished + randomUUID())
  await withStorage(async () => {
    try {
      await writeSynced(path, Buffer.alloc(trialBytes))
    } finally {
      await rm(path, { force: true })
    }
  })
}

/** Writes a new file, for its own user only, and syncs it to disk. */
export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await syncInTurn(file)
}

const syncs = pLimit(1)

/**
 * Syncs a file or folder to disk, one at a time: on a slow disk each sync takes a thread of the pool for long, and the
 * files of one photo would take all of them. Visitors' photos are read there, and passwords hashed.
 */
function syncInTurn(file: FileHandle): Promise<void> {
  return syncs(() => file.sync())
}

/** Makes new and changed names in a folder durable. Windows cannot open folders and needs no sync. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using names = await open(folder)
  await syncInTurn(names)
}
