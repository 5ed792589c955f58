import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import type { ListedFile } from '../../photos/photo-store.ts'
import { listBackups, photosFolder } from '../backup-folder.ts'
import { databaseNames } from '../databases.ts'
import { requireFreeSpace } from '../free-space.ts'
import { findManifest } from '../manifest.ts'
import { findFiles, type CopyPhotosOptions } from './copy-photos.ts'
import { readItemPhotos } from './item-photos.ts'

/** What each photo file adds to the manifest. */
const lineBytes = 200

/**
 * Checks the free space for the databases as they are now, for a manifest, and for photos that the folder does not have.
 *
 * @throws BackupError when there is too little.
 */
export async function requireRoom({
  dataDir,
  folder,
  photos,
}: Pick<CopyPhotosOptions, 'folder' | 'photos'> & { readonly dataDir: string }): Promise<void> {
  const { photoIds } = readItemPhotos(join(dataDir, itemsFile))
  const files = await findFiles(photos, photoIds)
  const missing = await withoutStored(files, folder)
  const sizes = [...databaseNames.map((name) => sizeOnDisk(join(dataDir, name))), ...missing.map(({ size }) => size)]
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  await requireFreeSpace(folder, bytes + files.length * lineBytes, missing.length)
}

/** A database and its write-ahead log, whose pages it may not have yet. */
function sizeOnDisk(database: string): number {
  return statSync(database).size + (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0)
}

/**
 * The files that a backup would add to the folder, as far as that is known before they are read: a backup has the name and the
 * size of a file, whose time may have changed, or an interrupted one has left a file of its size.
 */
async function withoutStored(files: readonly ListedFile[], folder: string): Promise<ListedFile[]> {
  const stored = sizesIn(join(folder, photosFolder))
  const unnamed = new Map(stored)
  const known = new Set<string>()
  for (const backup of (await listBackups(folder)).complete) {
    for (const { name, size, sha256 } of (await findManifest(join(folder, backup)))?.photoFiles ?? []) {
      if (stored.get(sha256) === size) known.add(`${name} ${size}`)
      unnamed.delete(sha256)
    }
  }
  const left = Map.groupBy(unnamed.values(), (size) => size)
  const missing = Map.groupBy(
    files.filter(({ name, size }) => !known.has(`${name} ${size}`)),
    ({ size }) => size,
  )
  return [...missing].flatMap(([size, same]) => same.slice(left.get(size)?.length ?? 0))
}

/** The size of each file, by name. */
function sizesIn(folder: string): Map<string, number> {
  return new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]))
}
