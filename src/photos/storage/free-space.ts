import { statfs } from 'node:fs/promises'

import { storageUnavailable, withStorage } from './storage-errors.ts'

/** Disk space that photos leave free for items and accounts: a number of bytes, or a share of a small disk. */
const reserve = { bytes: 512 * 1024 ** 2, share: 0.05 }

/** Reads the size of a folder's disk, in blocks of `bsize` bytes. */
export type ReadDiskSpace = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

/**
 * Where anyone may add items, anyone may upload photos: they must not fill the disk that everything else is on. A disk
 * that reports no size is assumed to have space.
 *
 * @throws ShopError `storage-unavailable` when there is too little space for another photo.
 */
export async function requireFreeSpace(folder: string, readSpace: ReadDiskSpace = statfs): Promise<void> {
  const { bsize, blocks, bavail } = await withStorage(() => readSpace(folder))
  const reserved = Math.min(reserve.bytes, blocks * bsize * reserve.share)
  if (bavail * bsize < reserved) throw storageUnavailable(new Error('The disk is nearly full: no photos are accepted.'))
}
