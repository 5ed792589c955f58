import type { PhotoLibrary } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'
import { findUsedPhotos, photoIdOfFile, type PhotoUses } from './trash.ts'

/** A photo may be unused for this long, so that it can be sent before its item is saved. */
const graceMs = 24 * 3_600_000

/** A removal of at most this many used photos is never a mass removal. */
const massRemovalThreshold = 20

export interface GarbageCollectionOptions {
  readonly store: PhotoStore
  readonly library: Pick<PhotoLibrary, 'trashIfOld' | 'wasUsed'>
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
  const old = await listOldPhotos(store, before)
  const used = await findUsedPhotos([...old.keys()], uses)
  const { lost, neverUsed } = await sortUnused(
    [...old.keys()].filter((id) => !used.has(id)),
    library,
  )
  const isMassRemoval = lost.length > massRemovalThreshold && lost.length > used.size
  const removed: string[] = []
  for (const id of isMassRemoval ? neverUsed : [...neverUsed, ...lost]) {
    if (await library.trashIfOld(id, before, old.get(id))) removed.push(id)
  }
  if (isMassRemoval) throw new MassRemovalError(lost.length, lost.length + used.size)
  return removed
}

/** Separates photos that an item had from photos that were only uploaded. */
async function sortUnused(ids: readonly string[], library: GarbageCollectionOptions['library']) {
  const lost: string[] = []
  const neverUsed: string[] = []
  for (const id of ids) {
    const used = await library.wasUsed(id)
    ;(used ? lost : neverUsed).push(id)
  }
  return { lost, neverUsed }
}

/** The photos whose files are all older than `before`: the names of their files by photo id. */
async function listOldPhotos(store: PhotoStore, before: Date): Promise<Map<string, string[]>> {
  const files = Map.groupBy(await Array.fromAsync(store.list()), ({ name }) => photoIdOfFile(name))
  const old = [...files].filter(([, ofPhoto]) => ofPhoto.every(({ modifiedAt }) => modifiedAt < before))
  return new Map(old.map(([id, ofPhoto]) => [id, ofPhoto.map(({ name }) => name)]))
}
