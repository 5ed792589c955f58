import { createHash } from 'node:crypto'

import { isPhotoId, photoType, plainPhoto } from '../domain/photo.ts'
import type { Photo, PhotoType } from '../domain/photo.ts'
import type { EncodedPhoto } from './encoder/encode.ts'
import type { Encoder } from './encoder/encoder.ts'
import type { PhotoStore } from './photo-store.ts'

/** The shop's own photos. */
export interface PhotoLibrary {
  /** The photo of this id; `undefined` when there is none. */
  find(id: string): Promise<Photo | undefined>

  /** As `find`; and the photo stays for another day, though no piece uses it yet. */
  keep(id: string): Promise<Photo | undefined>

  /**
   * Makes a photo of what is in a file, once, however often that is asked for meanwhile. A photo that is there already
   * stays as it is, for another day.
   *
   * @param sha256 of the file's bytes, in hexadecimal digits; anything if left out.
   * @throws ShopError of the encoder, or `storage-unavailable`; there is no photo then.
   */
  add(path: string, sha256?: string): Promise<Photo>

  /**
   * The photo that was made of these bytes, or is just being made of this file; it stays for another day. `undefined`
   * when there is none.
   */
  findMade(path: string, sha256: string): Promise<Photo | undefined>

  /**
   * Removes a photo, or the files of one that never became whole, unless something of it was put there since `before`.
   * Whoever keeps or adds it at that moment comes before it or after it.
   *
   * @returns whether it did.
   */
  removeOld(id: string, before: Date): Promise<boolean>

  /** What the file of this name holds, and what it is by its name alone; `undefined` when a photo has no such file. */
  read(fileName: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: PhotoType } | undefined>
}

/** Changes with what the encoder makes of a photo, so that what is behind a name never does. */
const recipe = 1

/** The id of the photo that is made of these bytes. */
function photoIdOf(sha256: string): string {
  return createHash('sha256').update(`${recipe} ${sha256}`).digest('hex').slice(0, 32)
}

/**
 * Beside its pictures, a photo has a file that says what it is. It is written last: without it, there is no photo.
 * Exported for the bench.
 */
export function descriptionName(id: string): string {
  return `${id}.json`
}

export function createPhotoLibrary({ store, encoder }: { store: PhotoStore; encoder: Encoder }): PhotoLibrary {
  /** By file: photos that are being made. */
  const underWay = new Map<string, Promise<Photo>>()
  const inTurn = createSerialByKey()

  const describe = async (photo: Photo) => {
    await store.put(descriptionName(photo.id), Buffer.from(JSON.stringify(photo)))
    return photo
  }
  const find = async (id: string) => {
    const bytes = isPhotoId(id) ? await store.get(descriptionName(id)) : undefined
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Photo)
  }
  const keep = (id: string) =>
    inTurn(id, async () => {
      const photo = await find(id)
      return photo && describe(photo)
    })
  const make = async (path: string, expected?: string) => {
    const there = expected === undefined ? undefined : await keep(photoIdOf(expected))
    if (there) return there
    const { photo, sha256 } = await encoder.encode(path, expected)
    const id = photoIdOf(sha256)
    return inTurn(id, async () => {
      await putAll(store, id, photo)
      return describe(plainPhoto({ ...photo, id }))
    })
  }

  return {
    find,
    keep,
    async add(path, sha256) {
      const making = underWay.get(path) ?? make(path, sha256).finally(() => underWay.delete(path))
      underWay.set(path, making)
      return making
    },
    async findMade(path, sha256) {
      await Promise.allSettled([underWay.get(path)])
      return keep(photoIdOf(sha256))
    },
    removeOld: (id, before) =>
      inTurn(id, async () => {
        const files = await Array.fromAsync(store.list(id))
        if (files.some(({ modifiedAt }) => modifiedAt >= before)) return false
        // First what makes it a photo: nobody is given one that is half gone.
        await store.remove(descriptionName(id))
        for (const { name } of files) await store.remove(name)
        return files.length > 0
      }),
    async read(fileName) {
      const type = photoType(fileName)
      const bytes = type && (await store.get(fileName))
      return type && bytes && { type, bytes }
    },
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
