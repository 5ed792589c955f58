import { LRUCache } from 'lru-cache'

import type { Store } from '../catalogue/store.ts'
import type { PhotoStore } from './photo-store.ts'

/** Knows which photos items have; an item that can still be brought back counts. */
export type PhotoUses = Pick<Store, 'usedPhotos'>

/** How long a photo that was removed can be brought back: as long as an item. */
export const trashMs = 30 * 24 * 3_600_000

/** For this long, a photo in the trash that no item has is not looked up again. */
const unusedMs = 60_000

/**
 * Beside its pictures, a photo has a file that says what it is. It is written last: without it, there is no photo.
 * Exported for the bench.
 */
export function descriptionName(id: string): string {
  return `${id}.json`
}

/** The id of the photo that a file belongs to. */
export function photoIdOfFile(name: string): string {
  return name.slice(0, 32)
}

/**
 * Moves the files of a photo to the trash, unless one of them is younger than `before`.
 *
 * @param names of its files, as a list had them: a photo that is put again meanwhile has the same ones.
 * @returns whether it did.
 */
export async function moveToTrash(
  store: PhotoStore,
  { id, names, before }: { id: string; names: readonly string[]; before: Date },
): Promise<boolean> {
  const description = descriptionName(id)
  for (const name of new Set([description, ...names])) {
    const modifiedAt = await store.modifiedAt(name)
    if (modifiedAt !== undefined && modifiedAt >= before) return false
  }
  // First what makes it a photo: nobody is given one that is half gone.
  await store.trash.add(description)
  for (const name of names) await store.trash.add(name)
  return names.length > 0
}

/** Brings the files of a photo back, last what makes it a photo. @returns whether it was in the trash. */
export async function bringBack({ trash }: PhotoStore, id: string): Promise<boolean> {
  const description = descriptionName(id)
  // Anybody may ask for any id: only what is there is worth a look through the trash.
  if ((await trash.modifiedAt(description)) === undefined) return false
  const names = (await Array.fromAsync(trash.list(id))).map(({ name }) => name)
  for (const name of names) if (name !== description) await trash.restore(name)
  await trash.restore(description)
  return true
}

/** Deletes the files of a photo that are in the trash, unless one came there since `before`. @returns whether it did. */
export async function deleteTrashed({ trash }: PhotoStore, id: string, before: Date): Promise<boolean> {
  const files = await Array.fromAsync(trash.list(id))
  if (files.length === 0 || files.some(({ modifiedAt }) => modifiedAt >= before)) return false
  for (const { name } of files) await trash.remove(name)
  return true
}

export interface EmptyTrashOptions {
  readonly store: PhotoStore
  readonly library: {
    restore(id: string): Promise<boolean>
    deleteTrashed(id: string, before: Date): Promise<boolean>
  }
  readonly uses: PhotoUses
}

/**
 * Brings back the photos in the trash that an item has (a backup was put back, pieces were imported), and deletes the
 * others once they have been there for thirty days.
 *
 * @returns how many were brought back and deleted.
 * @throws ShopError `storage-unavailable`; what was done by then stays so.
 */
export async function emptyTrash({ store, library, uses }: EmptyTrashOptions) {
  const before = new Date(Date.now() - trashMs)
  const files = Map.groupBy(await Array.fromAsync(store.trash.list()), ({ name }) => photoIdOfFile(name))
  const used = await usedOf([...files.keys()], uses)
  const count = { restored: 0, deleted: 0 }
  for (const [id, ofPhoto] of files) {
    if (used.has(id) && (await library.restore(id))) count.restored++
    else if (ofPhoto.every(({ modifiedAt }) => modifiedAt < before) && (await library.deleteTrashed(id, before))) {
      count.deleted++
    }
  }
  return count
}

/** Asked for at once: a moment's work for SQLite, which does nothing else meanwhile. */
const askedAtOnce = 1_000

/** Those of these photos that an item has. */
export async function usedOf(ids: readonly string[], uses: PhotoUses): Promise<Set<string>> {
  const used = new Set<string>()
  for (let done = 0; done < ids.length; done += askedAtOnce) {
    for (const id of await uses.usedPhotos(ids.slice(done, done + askedAtOnce))) used.add(id)
  }
  return used
}

export interface RestoreOnReadOptions {
  readonly store: PhotoStore
  readonly uses: PhotoUses | undefined
  readonly restore: (id: string) => Promise<boolean>
}

/**
 * Brings a photo that is read back from the trash if an item has it. Which items have it is asked at most once a minute
 * for each photo in the trash: in the cloud that is a read to pay for.
 */
export function createRestoreOnRead({ store, uses, restore }: RestoreOnReadOptions): (id: string) => Promise<boolean> {
  const unused = new LRUCache<string, true>({ max: 1_000, ttl: unusedMs })
  const underWay = new Map<string, Promise<boolean>>()
  const restoreUsed = async (id: string, known: PhotoUses) => {
    const trashedAt = await store.trash.modifiedAt(descriptionName(id))
    if (trashedAt !== undefined && (await known.usedPhotos([id])).has(id)) return restore(id)
    unused.set(id, true)
    return false
  }
  return async (id) => {
    if (uses === undefined || unused.has(id)) return false
    const restoring = underWay.get(id) ?? restoreUsed(id, uses).finally(() => underWay.delete(id))
    underWay.set(id, restoring)
    return restoring
  }
}
