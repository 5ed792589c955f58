import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import { isPhotoId, photoType, pickPhotoFields } from '../domain/photo.ts'
import type { Photo, PhotoType } from '../domain/photo.ts'
import type { EncodedPhoto } from './encoder/encode.ts'
import type { Encoder } from './encoder/encoder.ts'
import type { PhotoStore } from './photo-store.ts'
import { bringBack, createRestoreOnRead, deleteTrashed, descriptionName, moveToTrash, photoIdOfFile } from './trash.ts'
import type { PhotoUses } from './trash.ts'

/** The shop's own photos. */
export interface PhotoLibrary {
  /** The photo of this id; `undefined` when there is none. */
  find(id: string): Promise<Photo | undefined>

  /**
   * As `find`, for an item that is about to have the photo: it stays for another day, though no item uses it yet, and it
   * comes back from the trash.
   */
  hold(id: string): Promise<Photo | undefined>

  /** As `hold`, for an item that has the photo now, which is noted. */
  keep(id: string): Promise<Photo | undefined>

  /**
   * Makes a photo of what is in a file, once, however often that is asked for meanwhile. A photo that is there already
   * stays as it is, for another day.
   *
   * @param sha256 of the file's bytes, in hexadecimal digits; anything if left out.
   * @param account who sent it, and from which network.
   * @throws ShopError of the encoder, or `storage-unavailable`; there is no photo then.
   */
  add(path: string, sha256?: string, account?: string, network?: string): Promise<Photo>

  /**
   * The photo that was made of these bytes, or is just being made of this file; it stays for another day. `undefined`
   * when there is none.
   */
  findMade(path: string, sha256: string): Promise<Photo | undefined>

  /**
   * Moves a photo to the trash, or the files of one that never became whole, unless something of it was put there since
   * `before`. Whoever keeps or adds it at that moment comes before it or after it.
   *
   * @param names of its files; if left out, all files are looked through for them.
   * @returns whether it did.
   */
  removeOld(id: string, before: Date, names?: readonly string[]): Promise<boolean>

  /** Brings a photo back from the trash, whole. @returns whether it was there. */
  restore(id: string): Promise<boolean>

  /** Deletes a photo that is in the trash, unless it came there since `before`. @returns whether it did. */
  deleteTrashed(id: string, before: Date): Promise<boolean>

  /** Whether this is a photo that an item had, which is assumed of those from before it was noted. */
  wasKept(id: string): Promise<boolean>

  /** What the file of this name holds, and what it is by its name alone; `undefined` when a photo has no such file. */
  read(fileName: string): Promise<PhotoFile | undefined>
}

/** One of a photo's files. */
export interface PhotoFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: PhotoType
}

/** Changes with what the encoder makes of a photo, so that what is behind a name never does. */
const recipe = 1

/** The id of the photo that is made of these bytes. */
function photoIdOf(sha256: string): string {
  return createHash('sha256').update(`${recipe} ${sha256}`).digest('hex').slice(0, 32)
}

/** What the description holds: the photo, and whether no item ever had it. */
type Description = Photo & { readonly isNew?: true }

export interface PhotoLibraryOptions {
  readonly store: PhotoStore
  readonly encoder: Encoder
  /** A photo in the trash that is read comes back if an item has it; without this, none does. */
  readonly uses?: PhotoUses
}

export function createPhotoLibrary({ store, encoder, uses }: PhotoLibraryOptions): PhotoLibrary {
  /** By file: photos that are being made. */
  const underWay = new Map<string, Promise<Photo>>()
  const inTurn = createSerialByKey()
  const descriptions = createDescriptions(store)
  const isBroughtBack = createRestoreOnRead({ store, uses, restore: (id) => inTurn(id, () => bringBack(store, id)) })

  const find = async (id: string) => {
    const found = await descriptions.read(id)
    return found && pickPhotoFields(found)
  }
  const keep = (id: string, isOfItem: boolean) =>
    inTurn(id, async () => {
      if (isPhotoId(id) && (await descriptions.read(id)) === undefined) await bringBack(store, id)
      const found = await descriptions.read(id)
      if (found === undefined) return undefined
      const photo = pickPhotoFields(found)
      await descriptions.keep(found.isNew && !isOfItem ? { ...photo, isNew: true } : photo)
      return photo
    })
  const make = async (path: string, expected?: string, account?: string, network?: string) => {
    const there = expected === undefined ? undefined : await keep(photoIdOf(expected), false)
    if (there) return there
    const { photo: encoded, sha256 } = await encoder.encode(path, expected, account, network)
    const id = photoIdOf(sha256)
    return inTurn(id, async () => {
      await putAll(store, id, encoded)
      const photo = pickPhotoFields({ ...encoded, id })
      const before = await descriptions.read(id)
      await descriptions.write(before === undefined || before.isNew ? { ...photo, isNew: true } : photo)
      return photo
    })
  }
  const readFile = async (fileName: string) => {
    const bytes = await store.get(fileName)
    return bytes ?? ((await isBroughtBack(photoIdOfFile(fileName))) ? store.get(fileName) : undefined)
  }

  return {
    find,
    hold: (id) => keep(id, false),
    keep: (id) => keep(id, true),
    async add(path, sha256, account, network) {
      const making = underWay.get(path) ?? make(path, sha256, account, network).finally(() => underWay.delete(path))
      underWay.set(path, making)
      return making
    },
    async findMade(path, sha256) {
      await Promise.allSettled([underWay.get(path)])
      return keep(photoIdOf(sha256), false)
    },
    removeOld: (id, before, names) =>
      inTurn(id, async () => {
        descriptions.forget(id)
        const known = names ?? (await Array.fromAsync(store.list(id))).map(({ name }) => name)
        return moveToTrash(store, { id, names: known, before })
      }),
    restore: (id) => inTurn(id, () => bringBack(store, id)),
    deleteTrashed: (id, before) => inTurn(id, () => deleteTrashed(store, id, before)),
    async wasKept(id) {
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

/** A photo that was kept stays for a day: to write that again within an hour gains little, and costs two syncs. */
const keptLately = { max: 10_000, ttl: 3_600_000 }

function createDescriptions(store: PhotoStore) {
  /** By id: what was written of photos that were kept lately. */
  const kept = new LRUCache<string, string>(keptLately)
  const put = (id: string, text: string) => store.put(descriptionName(id), Buffer.from(text))
  return {
    async read(id: string): Promise<Description | undefined> {
      const bytes = isPhotoId(id) ? await store.get(descriptionName(id)) : undefined
      return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Description)
    },
    write: (description: Description) => put(description.id, JSON.stringify(description)),
    /** As `write`, unless the same was written lately. */
    async keep(description: Description): Promise<void> {
      const text = JSON.stringify(description)
      if (kept.get(description.id) === text) return
      await put(description.id, text)
      kept.set(description.id, text)
    },
    forget: (id: string) => void kept.delete(id),
  }
}

/** Has what is done under one key done one after the other. */
function createSerialByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
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
 * Puts every file of a photo. When one cannot be put the others are left, for the next try or for `collectUnused`:
 * somebody else may be putting the same photo.
 */
async function putAll(store: PhotoStore, id: string, { files }: EncodedPhoto): Promise<void> {
  const puts = await Promise.allSettled(files.map(([suffix, bytes]) => store.put(id + suffix, bytes)))
  const failed = puts.find((put) => put.status === 'rejected')
  if (failed) throw failed.reason
}
