import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { unfinished } from '../../photos/storage/disk.ts'
import { toBackupError } from '../backup-error.ts'
import { listBackups, newestOf, photosFolder, toBackupTime } from '../backup-folder.ts'
import type { Jobs } from '../jobs.ts'
import { manifestFile, readManifest } from '../manifest.ts'

const dayMs = 24 * 3_600_000

/**
 * Removes old and incomplete backups, and then photo files that no backup names.
 *
 * @throws BackupError when the folder cannot be read or written, or the manifest of a backup that stays is damaged: then
 * nobody knows which photo files are needed.
 */
export async function prune({ folder, keepDays, now }: Jobs['prune']['input']): Promise<string[]> {
  try {
    const { complete } = await listBackups(folder)
    const before = now.getTime() - keepDays * dayMs
    const isOld = (name: string) => (toBackupTime(name)?.getTime() ?? Infinity) < before
    const newest = newestOf(complete, now)
    const old = complete.filter((name) => isOld(name) && name !== newest)
    for (const name of old) await removeBackup(join(folder, name))
    const removed = [...old.map((name) => join(folder, name)), ...(await removeUnfinished(folder))]
    await removeUnusedPhotos(
      folder,
      complete.filter((name) => !old.includes(name)),
      now,
    )
    return removed
  } catch (error) {
    throw toBackupError(error, folder)
  }
}

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

/** The manifest first: what is left after an interruption is incomplete. */
export async function removeBackup(path: string): Promise<void> {
  await rm(join(path, manifestFile), { force: true })
  await rm(path, { recursive: true, force: true })
}

async function removeUnusedPhotos(folder: string, kept: readonly string[], now: Date): Promise<void> {
  const photos = join(folder, photosFolder)
  if (!existsSync(photos)) return
  const named = new Set<string>()
  for (const name of kept) {
    for (const { sha256 } of (await readManifest(join(folder, name))).photoFiles) named.add(sha256)
  }
  for (const name of await readdir(photos)) {
    const path = join(photos, name)
    if (!/^[0-9a-f]{64}$/.test(name) || named.has(name)) continue
    if ((await stat(path)).mtimeMs < now.getTime() - dayMs) await rm(path)
  }
}
