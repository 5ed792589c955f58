import type { PhotoLibrary } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'
import { photoIdOfFile, usedOf } from './trash.ts'
import type { PhotoUses } from './trash.ts'

/** For so long a photo waits for the item that it was sent for. */
const graceMs = 24 * 3_600_000

/** Up to this number, items may lose all of their photos at once. */
const fewPhotos = 20

export interface CollectOptions {
  readonly store: PhotoStore
  readonly library: Pick<PhotoLibrary, 'removeOld' | 'wasKept'>
  readonly uses: PhotoUses
}

/** Most photos of items would be removed at once: these are more likely the wrong items than the wrong photos. */
export class MassRemovalError extends Error {
  constructor(lost: number, of: number) {
    super(
      `${lost} of ${of} photos that items had are used by no item now. They are left where they are: see whether ` +
        'the right items, and the right photos, are in place. If they are, delete these photos by hand.',
    )
    this.name = 'MassRemovalError'
  }
}

/**
 * Moves to the trash the photos that no item has, and has had for a day, and files that belong to no photo. One that an
 * item comes to have meanwhile stays: whoever saves it keeps the photo first, which is young then.
 *
 * @returns the ids of what was removed.
 * @throws MassRemovalError when more than {@link fewPhotos} and more than half of the photos that items had would go;
 *   what no item ever had is removed nevertheless, or strangers' uploads could bring this about.
 * @throws ShopError `storage-unavailable`; what was removed by then stays so.
 */
export async function collectUnused({ store, library, uses }: CollectOptions): Promise<string[]> {
  const before = new Date(Date.now() - graceMs)
  const old = await namesOfOld(store, before)
  const used = await usedOf([...old.keys()], uses)
  const { lost, neverUsed } = await sortUnused(
    [...old.keys()].filter((id) => !used.has(id)),
    library,
  )
  const isMassRemoval = lost.length > fewPhotos && lost.length > used.size
  const removed: string[] = []
  for (const id of isMassRemoval ? neverUsed : [...neverUsed, ...lost]) {
    if (await library.removeOld(id, before, old.get(id))) removed.push(id)
  }
  if (isMassRemoval) throw new MassRemovalError(lost.length, lost.length + used.size)
  return removed
}

/** Tells photos that an item had from what was only sent. */
async function sortUnused(ids: readonly string[], library: CollectOptions['library']) {
  const lost: string[] = []
  const neverUsed: string[] = []
  for (const id of ids) {
    const kept = await library.wasKept(id)
    ;(kept ? lost : neverUsed).push(id)
  }
  return { lost, neverUsed }
}

/** The photos of which every file is older than that, by their ids: the names of their files. */
async function namesOfOld(store: PhotoStore, before: Date): Promise<Map<string, string[]>> {
  const files = Map.groupBy(await Array.fromAsync(store.list()), ({ name }) => photoIdOfFile(name))
  const old = [...files].filter(([, ofPhoto]) => ofPhoto.every(({ modifiedAt }) => modifiedAt < before))
  return new Map(old.map(([id, ofPhoto]) => [id, ofPhoto.map(({ name }) => name)]))
}
