import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { unfinished } from '../../photos/storage/disk.ts'
import { listBackups, photosFolder } from '../backup-folder.ts'

/**
 * Removes what interrupted backups have left. Photos that they stored stay: the next backup uses them.
 *
 * @returns the paths of the incomplete backups.
 */
export async function removeUnfinished(folder: string): Promise<string[]> {
  const { incomplete } = await listBackups(folder)
  const removed = incomplete.map((name) => join(folder, name))
  for (const path of removed) await rm(path, { recursive: true, force: true })
  const photos = join(folder, photosFolder)
  const names = existsSync(photos) ? await readdir(photos) : []
  for (const name of names) if (name.startsWith(unfinished)) await rm(join(photos, name), { force: true })
  return removed
}
