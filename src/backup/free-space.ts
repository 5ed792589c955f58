import { readDiskSpace } from '@stockinette/sqlite/disk-space.ts'

import { BackupError } from './backup-error.ts'

/** What a file needs besides its content: its line in the manifest, and the rest of its last block on the disk. */
const overheadBytes = 2_500

/**
 * A disk that reports no size is assumed to have space.
 *
 * @throws BackupError when the disk of a folder has no space for these numbers of bytes and files.
 */
export async function requireFreeSpace(folder: string, bytes: number, files: number): Promise<void> {
  const { size, free } = await readDiskSpace(folder)
  const needed = bytes + files * overheadBytes
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
