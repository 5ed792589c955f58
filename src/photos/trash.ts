import { LRUCache } from 'lru-cache'

import type { Store } from '../catalogue/store.ts'
import type { PhotoStore } from './photo-store.ts'

/** Which photos items use, items that can still be restored included. */
export type PhotoUses = Pick<Store, 'usedPhotos'>

/** How long a removed photo can be restored: as long as an item. */
export const trashMs = 30 * 24 * 3_600_000

/** How long an unused photo in the trash is not looked up again. */
const unusedCacheMs = 60_000

/**
 * Name of the file that describes a photo. It is written last: without it, the photo does not exist. Exported for the
 * bench.
 */
export function descriptionName(id: string): string {
  return `${id}.json`
}

/** The id of the photo that a file belongs to. */
export function photoIdOfFile(name: string): string {
  return name.slice(0, 32)
}

/**
 * Moves the files of a photo to the trash, unless one was written since `before`.
 *
 * @param names of its files, as listed: a photo that is uploaded again meanwhile has the same ones.
 * @returns whether they were moved.
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
  // The description first: nobody may see half a photo.
  await store.trash.add(description)
  for (const name of names) await store.trash.add(name)
  return names.length > 0
}

/** Restores the files of a photo, the description last. @returns whether it was in the trash. */
export async function restoreFromTrash({ trash }: PhotoStore, id: string): Promise<boolean> {
  const description = descriptionName(id)
  // Anyone may request any id: list the trash only for photos that are in it.
  if ((await trash.modifiedAt(description)) === undefined) return false
  const names = (await Array.fromAsync(trash.list(id))).map(({ name }) => name)
  for (const name of names) if (name !== description) await trash.restore(name)
  await trash.restore(description)
  return true
}

/**
 * Deletes the files of a photo from the trash, unless one was moved there since `before`. @returns whether they were
 * deleted.
 */
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
 * Restores photos in the trash that an item uses (after a restored backup or an import), and deletes the others after
 * thirty days.
 *
 * @returns how many were restored and deleted.
 * @throws ShopError `storage-unavailable`; work done before the error stays done.
 */
export async function emptyTrash({ store, library, uses }: EmptyTrashOptions) {
  const before = new Date(Date.now() - trashMs)
  const files = Map.groupBy(await Array.fromAsync(store.trash.list()), ({ name }) => photoIdOfFile(name))
  const used = await findUsedPhotos([...files.keys()], uses)
  const count = { restored: 0, deleted: 0 }
  for (const [id, ofPhoto] of files) {
    if (used.has(id) && (await library.restore(id))) count.restored++
    else if (ofPhoto.every(({ modifiedAt }) => modifiedAt < before) && (await library.deleteTrashed(id, before))) {
      count.deleted++
    }
  }
  return count
}

/** Ids per query: SQLite blocks the process only briefly. */
const batchSize = 1_000

/** The photos among these that an item uses. */
export async function findUsedPhotos(ids: readonly string[], uses: PhotoUses): Promise<Set<string>> {
  const used = new Set<string>()
  for (let done = 0; done < ids.length; done += batchSize) {
    for (const id of await uses.usedPhotos(ids.slice(done, done + batchSize))) used.add(id)
  }
  return used
}

export interface RestoreOnReadOptions {
  readonly store: PhotoStore
  readonly uses: PhotoUses | undefined
  readonly restore: (id: string) => Promise<boolean>
}

/**
 * Restores a photo that is read if an item uses it. Items are queried at most once a minute for each photo in the
 * trash: in the cloud each query costs a read.
 */
export function createRestoreOnRead({ store, uses, restore }: RestoreOnReadOptions): (id: string) => Promise<boolean> {
  const unused = new LRUCache<string, true>({ max: 1_000, ttl: unusedCacheMs })
  const pending = new Map<string, Promise<boolean>>()
  const restoreUsed = async (id: string, known: PhotoUses) => {
    const trashedAt = await store.trash.modifiedAt(descriptionName(id))
    if (trashedAt !== undefined && (await known.usedPhotos([id])).has(id)) return restore(id)
    unused.set(id, true)
    return false
  }
  return async (id) => {
    if (uses === undefined || unused.has(id)) return false
    const restoring = pending.get(id) ?? restoreUsed(id, uses).finally(() => pending.delete(id))
    pending.set(id, restoring)
    return restoring
  }
}
