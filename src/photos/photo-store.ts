/** A file's name, when it was written, and its size in bytes. */
export interface ListedFile {
  readonly name: string
  readonly modifiedAt: Date
  readonly size: number
}

/** A file to be stored. */
export type NewFile = readonly [name: string, bytes: Uint8Array]

/**
 * Storage for the files of photos: small (about a megabyte), written once, read often. `photo-store.contract.ts` tests
 * what every store must do.
 *
 * Each method rejects with ShopError `storage-unavailable` when the storage fails.
 */
export interface PhotoStore {
  /**
   * Stores a file, durably once it resolves and atomically: a reader never sees half a file. Replaces a file of the
   * same name and renews its time.
   *
   * @throws RangeError for an invalid name (see {@link isFileName}).
   */
  put(name: string, bytes: Uint8Array): Promise<void>

  /** Like `put`, for several files. The last one is stored once the others are durable: if it exists, all of them do. */
  putAll(files: readonly NewFile[]): Promise<void>

  /** Renews a file's time; does nothing if it does not exist. A power cut may undo it. */
  touch(name: string): Promise<void>

  /** `undefined` when there is no such file, also for an invalid name. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>

  /**
   * All files, or those whose names start with `prefix`, in no particular order. A file that is put or removed
   * meanwhile may be included or not.
   *
   * @param names of the files that the caller needs; the others with this prefix may be left out. With them, the cost
   *   does not depend on the number of files.
   */
  list(prefix?: string, names?: readonly string[]): AsyncIterable<ListedFile>

  /** When the file was put; `undefined` when it does not exist. The cost does not depend on the number of files. */
  modifiedAt(name: string): Promise<Date | undefined>

  /** Removed files that can still be restored. */
  readonly trash: PhotoTrash
}

/** A photo store that is only read. */
export interface PhotoReader extends Pick<PhotoStore, 'get' | 'list'> {
  readonly trash: Pick<PhotoTrash, 'get' | 'list'>
}

/**
 * Storage next to the files, not covered by `get` and `list` of the store: its own are about removed files, whose
 * `modifiedAt` is when they were moved to the trash. Each method rejects with ShopError `storage-unavailable` when the
 * storage fails.
 */
export interface PhotoTrash extends Pick<PhotoStore, 'get' | 'list' | 'modifiedAt'> {
  /** Moves a file to the trash, replacing one of the same name; does nothing if it does not exist. */
  add(name: string): Promise<void>

  /** Moves a file back; does nothing if it is not in the trash. */
  restore(name: string): Promise<void>

  /** Deletes a file for good; a missing file is no error. */
  remove(name: string): Promise<void>
}

/**
 * A name that means the same to every store and is never a path: lower-case letters, digits and `-`, a dot, an
 * extension.
 */
export function isFileName(name: string): boolean {
  return /^[0-9a-z][0-9a-z-]{0,99}\.[0-9a-z]{1,10}$/.test(name)
}

/** @throws RangeError for an invalid name. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new RangeError('Invalid photo file name.')
}
