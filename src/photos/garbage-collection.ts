import type { PhotoLibrary, PhotoUses } from './photo-library.ts'
import type { ListedFile, PhotoStore } from './photo-store.ts'
import { photoIdOfFile } from './trash.ts'

/** A photo may be unused for this long, so that it can be sent before its item is saved. */
const graceMs = 24 * 3_600_000

/** How long a removed photo can be restored: as long as an item. */
const trashMs = 30 * 24 * 3_600_000

/** A removal of at most this many used photos is never a mass removal. */
const massRemovalThreshold = 20

export interface GarbageCollectionOptions {
  readonly store: PhotoStore
  readonly library: Pick<PhotoLibrary, 'trashIfOld' | 'wasUsed' | 'restore' | 'deleteTrashed'>
  readonly uses: PhotoUses
}

/** Garbage collection would remove most photos that items had. More likely the items are wrong than the photos. */
export class MassRemovalError extends Error {
  constructor(lost: number, of: number) {
    super(
      `${lost} of ${of} photos that items had are no longer used by any item. They were not removed: check that ` +
        'the items and the photos belong together. If they do, delete these photos by hand.',
    )
    this.name = 'MassRemovalError'
  }
}

/**
 * Moves photos unused for a day, and orphaned files, to the trash. Safe against races: saving an item touches its
 * photos first, which makes them too new to collect.
 *
 * @returns the ids of the removed photos.
 * @throws MassRemovalError when more than {@link massRemovalThreshold} and more than half of the photos that items had
 *   would be removed. Photos that no item ever had are removed nevertheless, or uploads by strangers could cause this.
 * @throws ShopError `storage-unavailable`; photos removed before the error stay removed.
 */
export async function collectGarbage({ store, library, uses }: GarbageCollectionOptions): Promise<string[]> {
  const before = new Date(Date.now() - graceMs)
  const old = new Map([...(await listPhotos(store))].filter(([, files]) => areOlder(files, before)))
  const used = await findUsedPhotos([...old.keys()], uses)
  const lost: string[] = []
  const neverUsed: string[] = []
  for (const id of old.keys()) {
    if (!used.has(id)) ((await library.wasUsed(id)) ? lost : neverUsed).push(id)
  }
  const isMassRemoval = lost.length > massRemovalThreshold && lost.length > used.size
  const removed: string[] = []
  for (const id of isMassRemoval ? neverUsed : [...neverUsed, ...lost]) {
    if (await library.trashIfOld(id, before, namesOf(old.get(id)))) removed.push(id)
  }
  if (isMassRemoval) throw new MassRemovalError(lost.length, lost.length + used.size)
  return removed
}

/**
 * Restores photos in the trash that an item uses (after a restored backup or an import), and deletes the others after
 * thirty days.
 *
 * @returns how many were restored and deleted.
 * @throws ShopError `storage-unavailable`; work done before the error stays done.
 */
export async function emptyTrash({ store, library, uses }: GarbageCollectionOptions) {
  const before = new Date(Date.now() - trashMs)
  const trashed = await listPhotos(store.trash)
  const used = await findUsedPhotos([...trashed.keys()], uses)
  const count = { restored: 0, deleted: 0 }
  for (const [id, files] of trashed) {
    const names = namesOf(files)
    if (used.has(id)) count.restored += Number(await library.restore(id, names))
    else if (areOlder(files, before) && (await library.deleteTrashed(id, before, names))) count.deleted++
  }
  return count
}

/** The files by photo id. */
async function listPhotos(files: Pick<PhotoStore, 'list'>): Promise<Map<string, ListedFile[]>> {
  return Map.groupBy(await Array.fromAsync(files.list()), ({ name }) => photoIdOfFile(name))
}

function namesOf(files: readonly ListedFile[] = []): string[] {
  return files.map(({ name }) => name)
}

function areOlder(files: readonly ListedFile[], before: Date): boolean {
  return files.every(({ modifiedAt }) => modifiedAt < before)
}

/** Ids per query: SQLite blocks the process only briefly. */
const batchSize = 1_000

/** The photos among these that an item uses. */
async function findUsedPhotos(ids: readonly string[], uses: PhotoUses): Promise<Set<string>> {
  const used = new Set<string>()
  for (let done = 0; done < ids.length; done += batchSize) {
    for (const id of await uses.usedPhotos(ids.slice(done, done + batchSize))) used.add(id)
  }
  return used
}
