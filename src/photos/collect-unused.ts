import type { Store } from '../store/store.ts'
import type { PhotoLibrary } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'

/** Knows which photos pieces have; a piece that can still be brought back counts. */
export type PhotoUses = Pick<Store, 'usedPhotos'>

/** So many photos are asked for at once: a moment's work for SQLite, which does nothing else meanwhile. */
const askedAtOnce = 1_000

/** For so long a photo waits for the piece that it was sent for. */
const graceMs = 24 * 3_600_000

export interface CollectOptions {
  readonly store: PhotoStore
  readonly library: Pick<PhotoLibrary, 'removeOld'>
  readonly uses: PhotoUses
}

/**
 * Removes the photos that no piece has, and has had for a day, and files that belong to no photo. One that a piece comes
 * to have meanwhile stays: whoever saves it keeps the photo first, which is young then.
 *
 * @returns the ids of what was removed.
 * @throws ShopError `storage-unavailable`; what was removed by then stays so.
 */
export async function collectUnused({ store, library, uses }: CollectOptions): Promise<string[]> {
  const before = new Date(Date.now() - graceMs)
  const old = await idsOfOld(store, before)
  const used = await usedOf(old, uses)
  const removed: string[] = []
  for (const id of old) if (!used.has(id) && (await library.removeOld(id, before))) removed.push(id)
  return removed
}

/** The ids of photos of which every file is older than that. */
async function idsOfOld(store: PhotoStore, before: Date): Promise<string[]> {
  const isOld = new Map<string, boolean>()
  for await (const { name, modifiedAt } of store.list()) {
    const id = name.slice(0, 32)
    isOld.set(id, isOld.get(id) !== false && modifiedAt < before)
  }
  return [...isOld].filter(([, old]) => old).map(([id]) => id)
}

async function usedOf(ids: readonly string[], uses: PhotoUses): Promise<Set<string>> {
  const used = new Set<string>()
  for (let done = 0; done < ids.length; done += askedAtOnce) {
    for (const id of await uses.usedPhotos(ids.slice(done, done + askedAtOnce))) used.add(id)
  }
  return used
}
