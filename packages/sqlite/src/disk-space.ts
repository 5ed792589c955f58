import { statfs } from 'node:fs/promises'

/** In bytes. */
export interface DiskSpace {
  /** 0 when the disk does not say. */
  readonly size: number
  /** What this user may still write. */
  readonly free: number
}

/** The size of the disk of a folder. Rejects with the system's error. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { size: blocks * bsize, free: bavail * bsize }
}
