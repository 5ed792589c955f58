import { statfs } from 'node:fs/promises'

import { storageUnavailable, withStorage } from './storage-errors.ts'

/** What photos leave free of a disk, for items and accounts: so much, or a share of a small disk. */
const reserve = { bytes: 512 * 1024 ** 2, share: 0.05 }

/** What a system says of the disk of a folder, in blocks of so many bytes. */
export type ReadRoom = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>

/**
 * Where anybody may add pieces, anybody may send photos: they must not fill the disk on which everything else is kept. A
 * disk that says nothing of its size is taken to have room.
 *
 * @throws ShopError `storage-unavailable` when too little is left for another photo.
 */
export async function requireRoom(folder: string, readRoom: ReadRoom = statfs): Promise<void> {
  const { bsize, blocks, bavail } = await withStorage(() => readRoom(folder))
  const kept = Math.min(reserve.bytes, blocks * bsize * reserve.share)
  if (bavail * bsize < kept) throw storageUnavailable(new Error('The disk is nearly full: no more photos are taken.'))
}
