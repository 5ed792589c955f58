import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { isPhotoId, photoType, pickPhotoFields, type Photo, type PhotoType } from '../domain/photo.ts'
import type { EncodedPhoto } from './encoder/encode.ts'
import type { Encoder } from './encoder/encoder.ts'
import type { PhotoStore } from './photo-store.ts'
import {
  createRestoreOnRead,
  deleteTrashed,
  descriptionName,
  moveToTrash,
  photoIdOfFile,
  restoreFromTrash,
  type PhotoUses,
} from './trash.ts'

/** The shop's own photos. */
export interface PhotoLibrary {
  /** `undefined` when there is no such photo. */
  find(id: string): Promise<Photo | undefined>

  /**
   * Like `find`, for an item that is about to be saved with the photo: protects it from garbage collection for another
   * day, and restores it from the trash.
   */
  touch(id: string): Promise<Photo | undefined>

  /** Like `touch`, and records that an item uses the photo. */
  markUsed(id: string): Promise<Photo | undefined>

  /**
   * Creates a photo from a file. Concurrent calls for the same file share the work. An existing photo is only touched.
   *
   * @param sha256 expected digest of the file, in hexadecimal; any if omitted.
   * @param account the sender's account, for the limits of the queue; `network` likewise.
   * @throws ShopError of the encoder, or `storage-unavailable`; no photo is created then.
   */
  add(path: string, sha256?: string, account?: string, network?: string): Promise<Photo>

  /** The photo with this content, or `undefined`. Touches the photo. Waits if it is being created from this file. */
  findByContent(path: string, sha256: string): Promise<Photo | undefined>

  /**
   * Moves a photo, or the files of an incomplete one, to the trash, unless one of them was written since `before`. Does
   * not run at the same time as `touch`, `markUsed` or `add` of the photo.
   *
   * @param names of its files; if omitted, they are listed.
   * @returns whether it was moved.
   */
  trashIfOld(id: string, before: Date, names?: readonly string[]): Promise<boolean>

  /** Restores a photo from the trash. @returns whether it was there. */
  restore(id: string): Promise<boolean>

  /** Deletes a photo from the trash, unless it was moved there since `before`. @returns whether it was deleted. */
  deleteTrashed(id: string, before: Date): Promise<boolean>

  /** Whether an item ever used this photo; true for photos from before this was recorded. */
  wasUsed(id: string): Promise<boolean>

  /** Reads a file of a photo. Its name alone determines its type. `undefined` when there is no such file. */
  read(fileName: string): Promise<PhotoFile | undefined>
}

/** One of a photo's files. */
export interface PhotoFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: PhotoType
}

/** Changes with the encoder's output, so that the content behind a file name never changes. */
const encoderVersion = 1

/** The id of the photo made from content with this digest. */
function photoIdOf(sha256: string): string {
  return createHash('sha256').update(`${encoderVersion} ${sha256}`).digest('hex').slice(0, 32)
}

/** Content of the description file: the photo, and whether no item ever used it. */
type Description = Photo & { readonly isNew?: true }

export interface PhotoLibraryOptions {
  readonly store: PhotoStore
  readonly encoder: Encoder
  /** Restores a photo from the trash when it is read and an item uses it; otherwise photos stay in the trash. */
  readonly uses?: PhotoUses
}

export function createPhotoLibrary({ store, encoder, uses }: PhotoLibraryOptions): PhotoLibrary {
  /** Photos being created, by file. */
  const pending = new Map<string, Promise<Photo>>()
  const runExclusive = createKeyedMutex()
  const descriptions = createDescriptions(store)
  const restoreIfUsed = createRestoreOnRead({
    store,
    uses,
    restore: (id) => runExclusive(id, () => restoreFromTrash(store, id)),
  })

  const find = async (id: string) => {
    const found = await descriptions.read(id)
    return found && pickPhotoFields(found)
  }
  const touch = (id: string, isUsed: boolean) =>
    runExclusive(id, async () => {
      if (isPhotoId(id) && (await descriptions.read(id)) === undefined) await restoreFromTrash(store, id)
      const found = await descriptions.read(id)
      if (found === undefined) return undefined
      const photo = pickPhotoFields(found)
      await descriptions.touch(found.isNew && !isUsed ? { ...photo, isNew: true } : photo)
      return photo
    })
  const create = async (path: string, expected?: string, account?: string, network?: string) => {
    const existing = expected === undefined ? undefined : await touch(photoIdOf(expected), false)
    if (existing) return existing
    const { photo: encoded, sha256 } = await encoder.encode(path, expected, account, network)
    const id = photoIdOf(sha256)
    return runExclusive(id, async () => {
      await putFiles(store, id, encoded)
      const photo = pickPhotoFields({ ...encoded, id })
      const before = await descriptions.read(id)
      await descriptions.write(before === undefined || before.isNew ? { ...photo, isNew: true } : photo)
      return photo
    })
  }
  const readFile = async (fileName: string) => {
    const bytes = await store.get(fileName)
    return bytes ?? ((await restoreIfUsed(photoIdOfFile(fileName))) ? store.get(fileName) : undefined)
  }

  return {
    find,
    touch: (id) => touch(id, false),
    markUsed: (id) => touch(id, true),
    async add(path, sha256, account, network) {
      const creating = pending.get(path) ?? create(path, sha256, account, network).finally(() => pending.delete(path))
      pending.set(path, creating)
      return creating
    },
    async findByContent(path, sha256) {
      await Promise.allSettled([pending.get(path)])
      return touch(photoIdOf(sha256), false)
    },
    trashIfOld: (id, before, names) =>
      runExclusive(id, async () => {
        descriptions.forget(id)
        const known = names ?? (await Array.fromAsync(store.list(id))).map(({ name }) => name)
        return moveToTrash(store, { id, names: known, before })
      }),
    restore: (id) => runExclusive(id, () => restoreFromTrash(store, id)),
    deleteTrashed: (id, before) => runExclusive(id, () => deleteTrashed(store, id, before)),
    async wasUsed(id) {
      const found = await descriptions.read(id)
      return found !== undefined && found.isNew !== true
    },
    async read(fileName) {
      const type = photoType(fileName)
      const bytes = type && (await readFile(fileName))
      return type && bytes && { type, bytes }
    },
  }
}

/** A touched photo is protected for a day: writing the same again within an hour gains little and costs two syncs. */
const recentWrites = { max: 10_000, ttl: 3_600_000 }

function createDescriptions(store: PhotoStore) {
  /** Recently written descriptions, by photo id. */
  const recent = new LRUCache<string, string>(recentWrites)
  const put = (id: string, text: string) => store.put(descriptionName(id), Buffer.from(text))
  return {
    async read(id: string): Promise<Description | undefined> {
      const bytes = isPhotoId(id) ? await store.get(descriptionName(id)) : undefined
      return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Description)
    },
    write: (description: Description) => put(description.id, JSON.stringify(description)),
    /** Like `write`, unless the same was written recently. */
    async touch(description: Description): Promise<void> {
      const text = JSON.stringify(description)
      if (recent.get(description.id) === text) return
      await put(description.id, text)
      recent.set(description.id, text)
    },
    forget: (id: string) => void recent.delete(id),
  }
}

/** Runs the tasks of one key one after the other. */
function createKeyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const turn = Promise.allSettled([last.get(key)]).then(work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}

/**
 * Writes all files of a photo. If one fails, the others stay for the next attempt or for garbage collection: a
 * concurrent upload may be writing the same photo.
 */
async function putFiles(store: PhotoStore, id: string, { files }: EncodedPhoto): Promise<void> {
  const puts = await Promise.allSettled(files.map(([suffix, bytes]) => store.put(id + suffix, bytes)))
  const failed = puts.find((put) => put.status === 'rejected')
  if (failed) throw failed.reason
}
