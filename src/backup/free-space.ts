import { readDiskSpace } from '@stockinette/sqlite/disk-space.ts'

import { reservedBytes, type ReadDiskSpace } from '../photos/storage/disk.ts'
import { BackupError } from './backup-error.ts'

/** What a file needs besides its content: its line in the manifest, and the rest of its last block on the disk. */
const overheadBytes = 2_500

/** The part of what photos leave free that stays free: without it, a shop whose data is on the same disk could save nothing. */
const keptShare = 0.5

/**
 * A disk that reports no size is assumed to have space.
 *
 * @throws BackupError when a folder's disk has no space for these numbers of bytes and files, and for what the shop saves next.
 */
export async function requireFreeSpace(
  folder: string,
  bytes: number,
  files: number,
  readSpace: ReadDiskSpace = readDiskSpace,
): Promise<void> {
  const { size, free } = await readSpace(folder)
  const needed = bytes + files * overheadBytes + reservedBytes(size) * keptShare
  if (size === 0 || needed <= free) return
  throw new BackupError(
    `The disk of ${folder} has ${toMegabytes(free)} MB free, and ${toMegabytes(needed)} MB are needed. ` +
      'Make room, or choose a folder on another disk.',
    { failure: 'disk-full' },
  )
}

export function toMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
