import type { Store } from '../store/store.ts'
import { descriptionName } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'

/** Knows which photos pieces have; a piece that can still be brought back counts. */
export type PhotoUses = Pick<Store, 'usedPhotos'>

/** So many photos are asked for at once: a moment's work for SQLite, which does nothing else meanwhile. */
const askedAtOnce = 1_000

/** For so long a photo waits for the piece that it was sent for. */
const graceMs = 24 * 3_600_000

/**
 * Removes the photos that no piece has, and has had for a day, and files that belong to no photo.
 *
 * @returns the ids of what was removed.
 * @throws ShopError `storage-unavailable`; what was removed by then stays so.
 */
export async function collectUnused(store: PhotoStore, uses: PhotoUses, now = new Date()): Promise<string[]> {
  const isOld = ({ youngest }: Files) => now.getTime() - youngest > graceMs
  const old = [...(await filesById(store))].filter(([, files]) => isOld(files)).map(([id]) => id)
  const used = await usedOf(old, uses)
  const removed: string[] = []
  for (const id of old.filter((each) => !used.has(each))) {
    // Looked at again: a piece that was being saved all the while has kept its photo, which is young then.
    const files = (await filesById(store, id)).get(id)
    if (files === undefined || !isOld(files)) continue
    // First what makes it a photo: nobody is given one that is half gone.
    await store.remove(descriptionName(id))
    for (const name of files.names) await store.remove(name)
    removed.push(id)
  }
  return removed
}

async function usedOf(ids: readonly string[], uses: PhotoUses): Promise<Set<string>> {
  const used = new Set<string>()
  for (let done = 0; done < ids.length; done += askedAtOnce) {
    for (const id of await uses.usedPhotos(ids.slice(done, done + askedAtOnce))) used.add(id)
  }
  return used
}

interface Files {
  readonly names: readonly string[]
  /** When the youngest of them was put there, in milliseconds since 1970. */
  readonly youngest: number
}

/** The files of every photo, or of one. */
async function filesById(store: PhotoStore, prefix?: string): Promise<Map<string, Files>> {
  const photos = new Map<string, Files>()
  for await (const { name, modifiedAt } of store.list(prefix)) {
    const id = name.slice(0, 32)
    const { names, youngest } = photos.get(id) ?? { names: [], youngest: 0 }
    photos.set(id, { names: [...names, name], youngest: Math.max(youngest, modifiedAt.getTime()) })
  }
  return photos
}
