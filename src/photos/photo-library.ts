import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'

import type { Store } from '../catalogue/store.ts'
import { isPhotoId, photoType, readPhoto, type Photo } from '../domain/photo.ts'
import type { Encoder, Sender } from './encoder/encoder.ts'
import type { NewFile, PhotoStore } from './photo-store.ts'
import { deleteTrashed, descriptionName, fileNamesOf, moveToTrash, photoIdOfFile, restoreFromTrash } from './trash.ts'

/** Which photos items, those that can still be restored included, and the shop settings use. */
export type PhotoUses = Pick<Store, 'usedPhotos'>

/** Changes with the encoder's output, so that the content behind a file name never changes. */
const encoderVersion = 2

/** The id of the photo made from content with this digest. */
function photoIdOf(sha256: string): string {
  return hash('sha256', `${encoderVersion} ${sha256}`).slice(0, 32)
}

/** A touched photo is protected for a day: touching it again within an hour gains little. */
const recentTouches = { max: 10_000, ttl: 3_600_000 }

/** How long an unused photo in the trash is not looked up again. */
const unusedCache = { max: 1_000, ttl: 60_000 }

/** How many photos are changed at once, at most. */
const lockCount = 64

export interface PhotoLibraryOptions {
  readonly store: PhotoStore
  readonly encoder: Encoder
  /** Restores a photo from the trash when it is read and an item uses it; otherwise photos stay in the trash. */
  readonly uses?: PhotoUses
}

/** The shop's own photos. */
export class PhotoLibrary {
  readonly #store: PhotoStore
  readonly #encoder: Encoder
  readonly #uses: PhotoUses | undefined
  /** Photos being created, by file. */
  readonly #pending = new Map<string, Promise<Photo>>()
  readonly #touched = new LRUCache<string, true>(recentTouches)
  readonly #locks = Array.from({ length: lockCount }, () => pLimit(1))
  /**
   * Whether a photo that was read has been restored. Items are queried at most once a minute for each photo in the
   * trash: in the cloud each query costs a read.
   */
  readonly #restored = new LRUCache<string, boolean>({
    ...unusedCache,
    ignoreFetchAbort: true, // As photos are read: those whose place others have taken meanwhile, too.
    fetchMethod: (id) => this.#restoreIfUsed(id),
  })

  constructor({ store, encoder, uses }: PhotoLibraryOptions) {
    this.#store = store
    this.#encoder = encoder
    this.#uses = uses
  }

  /** `undefined` when there is no such photo. */
  async find(id: string): Promise<Photo | undefined> {
    return (await this.#describe(id))?.photo
  }

  /**
   * Like `find`, for an item that is about to be saved with the photo: protects it from garbage collection for another
   * day, and restores it from the trash.
   */
  touch(id: string): Promise<Photo | undefined> {
    return this.#touch(id, false)
  }

  /** Like `touch`, and records that an item uses the photo. */
  markUsed(id: string): Promise<Photo | undefined> {
    return this.#touch(id, true)
  }

  /**
   * Creates a photo from a file. Concurrent calls for the same file share the work, unless it fails: the file may have been sent
   * again since it was read. An existing photo is only touched, and one that has lost files gets them again.
   *
   * @param sha256 expected digest of the file, in hexadecimal; any if omitted.
   * @throws ShopError of the encoder, or `storage-unavailable`; no photo is created then.
   */
  add(path: string, sha256?: string, sender?: Sender): Promise<Photo> {
    const create = () => this.#create(path, sha256, sender)
    const creating = (this.#pending.get(path)?.catch(create) ?? create()).finally(() => {
      if (this.#pending.get(path) === creating) this.#pending.delete(path)
    })
    this.#pending.set(path, creating)
    return creating
  }

  /** The photo with this content, or `undefined`, also if it has lost files. Waits if it is being created from this file. */
  async findByContent(path: string, sha256: string): Promise<Photo | undefined> {
    await Promise.allSettled([this.#pending.get(path)])
    const photo = await this.find(photoIdOf(sha256))
    return photo && (await this.#isComplete(photo)) ? photo : undefined
  }

  /**
   * Moves a photo, or the files of an incomplete one, to the trash, unless one of them was written since `before`. Does
   * not run at the same time as `touch`, `markUsed` or `add` of the photo.
   *
   * @param names of its files.
   * @returns whether it was moved.
   */
  trashIfOld(id: string, before: Date, names: readonly string[]): Promise<boolean> {
    return this.#exclusively(id, async () => {
      this.#touched.delete(id)
      return moveToTrash(this.#store, { id, names, before })
    })
  }

  /**
   * Restores a photo from the trash.
   *
   * @param names of its files there; if omitted, the trash is listed.
   * @returns whether it was there.
   */
  restore(id: string, names?: readonly string[]): Promise<boolean> {
    return this.#exclusively(id, () => restoreFromTrash(this.#store, id, names))
  }

  /**
   * Deletes a photo from the trash, unless it was moved there since `before`.
   *
   * @param names of its files there.
   * @returns whether it was deleted.
   */
  deleteTrashed(id: string, before: Date, names: readonly string[]): Promise<boolean> {
    return this.#exclusively(id, () => deleteTrashed(this.#store, { id, names, before }))
  }

  /** Whether an item ever used this photo; true for photos from before this was recorded. */
  async wasUsed(id: string): Promise<boolean> {
    return (await this.#describe(id))?.isNew === false
  }

  /** Reads a file of a photo; `undefined` when there is no such file. */
  async read(fileName: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (photoType(fileName) === undefined) return undefined
    const bytes = await this.#store.get(fileName)
    if (bytes || !(await this.#isInTrash(fileName))) return bytes
    return (await this.#restored.fetch(photoIdOfFile(fileName))) ? this.#store.get(fileName) : undefined
  }

  /** Changes of one photo are made one after the other. (Lock striping: a few photos share a lock.) */
  #exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    const lock = this.#locks[Number.parseInt(id.slice(0, 4), 16) % lockCount] ?? pLimit(1)
    return lock(work)
  }

  async #describe(id: string): Promise<Description | undefined> {
    const bytes = isPhotoId(id) ? await this.#store.get(descriptionName(id)) : undefined
    return bytes && readDescription(Buffer.from(bytes).toString())
  }

  async #touch(id: string, isUsed: boolean): Promise<Photo | undefined> {
    if (!isPhotoId(id)) return undefined
    return this.#exclusively(id, async () => {
      let found = await this.#describe(id)
      if (!found && (await this.#isInTrash(descriptionName(id)))) {
        await restoreFromTrash(this.#store, id)
        this.#touched.set(id, true)
        found = await this.#describe(id)
      }
      if (!found?.photo) return undefined
      if (isUsed && found.isNew) await this.#store.put(...describe(found.photo, false))
      else if (!this.#touched.has(id)) await this.#store.touch(descriptionName(id))
      this.#touched.set(id, true)
      return found.photo
    })
  }

  async #create(path: string, expected?: string, sender?: Sender): Promise<Photo> {
    const existing = expected === undefined ? undefined : await this.touch(photoIdOf(expected))
    if (existing && (await this.#isComplete(existing))) return existing
    const { photo: encoded, sha256 } = await this.#encoder.encode(path, expected, sender)
    const photo = readPhoto({ ...encoded, id: photoIdOf(sha256) })
    if (photo === undefined) throw new Error('The encoder has made a photo that cannot be read.')
    const files = encoded.files.map(([suffix, bytes]): NewFile => [photo.id + suffix, bytes])
    return this.#exclusively(photo.id, async () => {
      const isNew = (await this.#describe(photo.id))?.isNew ?? true
      await this.#store.putAll([...files, describe(photo, isNew)])
      this.#touched.set(photo.id, true)
      return photo
    })
  }

  /** Whether no file of a photo is lost: its description says only that all were stored once. */
  async #isComplete(photo: Photo): Promise<boolean> {
    const names = fileNamesOf(photo)
    const stored = new Set((await Array.fromAsync(this.#store.list(photo.id, names))).map(({ name }) => name))
    return names.every((name) => stored.has(name))
  }

  /** Restores a photo in the trash that is read if an item uses it. */
  async #restoreIfUsed(id: string): Promise<boolean> {
    if (this.#uses === undefined) return false
    return (await this.#uses.usedPhotos([id])).has(id) && this.restore(id)
  }

  /** Anyone may request any id: the trash is listed only for photos that are in it. */
  async #isInTrash(fileName: string): Promise<boolean> {
    return (await this.#store.trash.modifiedAt(fileName)) !== undefined
  }
}

/** What a photo's description file says: the photo, and whether no item ever used it. */
interface Description {
  /** `undefined` if it is invalid: another program, or a failing disk, may have written it. */
  readonly photo: Photo | undefined
  readonly isNew: boolean
}

function describe(photo: Photo, isNew: boolean): NewFile {
  return [descriptionName(photo.id), Buffer.from(JSON.stringify({ ...photo, ...(isNew && { isNew }) }))]
}

/** An invalid description counts as used: garbage collection must not take its photo for a mere upload. */
function readDescription(text: string): Description {
  try {
    const stored: unknown = JSON.parse(text)
    return { photo: readPhoto(stored), isNew: (stored as { isNew?: unknown } | null)?.isNew === true }
  } catch {
    return { photo: undefined, isNew: false }
  }
}
