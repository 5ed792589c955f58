import { statfs } from 'node:fs/promises'

/** How many bytes the shop may still write to the disk of a folder. Rejects with the system's error. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bsize, bavail } = await statfs(folder)
  return bavail * bsize
}
