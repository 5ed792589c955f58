import { descriptionName } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'

/** Knows which photos pieces have. */
export interface PhotoUses {
  /** Those of these photos that a piece has, by their ids; a piece that can still be brought back counts. */
  usedOf(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** For so long a photo waits for the piece that it was sent for. */
const graceMs = 24 * 3_600_000

/**
 * Removes the photos that no piece has, and has had for a day, and files that belong to no photo.
 *
 * @returns the ids of what was removed.
 * @throws ShopError `storage-unavailable`; what was removed by then stays so.
 */
export async function collectUnused(store: PhotoStore, uses: PhotoUses, now = new Date()): Promise<string[]> {
  const photos = new Map<string, { names: string[]; youngest: number }>()
  for await (const { name, modifiedAt } of store.list()) {
    const id = name.slice(0, 32)
    const { names = [], youngest = 0 } = photos.get(id) ?? {}
    photos.set(id, { names: [...names, name], youngest: Math.max(youngest, modifiedAt.getTime()) })
  }
  const old = [...photos].filter(([, { youngest }]) => now.getTime() - youngest > graceMs)
  const used = await uses.usedOf(old.map(([id]) => id))
  const unused = old.filter(([id]) => !used.has(id))
  for (const [id, { names }] of unused) {
    // First what makes it a photo: nobody is given one that is half gone.
    await store.remove(descriptionName(id))
    for (const name of names) await store.remove(name)
  }
  return unused.map(([id]) => id)
}
