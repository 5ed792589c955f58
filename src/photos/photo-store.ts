/** A file's name, and when it was put there. */
export interface ListedFile {
  readonly name: string
  readonly modifiedAt: Date
}

/**
 * Where the files of photos are kept: small ones, of a megabyte or so, each written once and read often. What every
 * store must do is proved by `photo-store.contract.ts`.
 *
 * Each method rejects with ShopError `storage-unavailable` when the storage is at fault.
 */
export interface PhotoStore {
  /**
   * Keeps a file under a name; under a name that is there already, the new one is kept in its place, and is young again.
   * Once it resolves, the file outlives a power cut. A file is never there by half.
   *
   * @throws RangeError for a name that is none (see {@link isFileName}).
   */
  put(name: string, bytes: Uint8Array): Promise<void>

  /** The file of this name; `undefined` when there is none, also for a name that could not have been put. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>

  /** Removes a file; one that is not there is as good as removed. */
  remove(name: string): Promise<void>

  /**
   * Every file, or those whose names start so; in no order. One that is put or removed meanwhile may be in it or not.
   */
  list(prefix?: string): AsyncIterable<ListedFile>

  /** When the file of this name was put; `undefined` when there is none. Unlike a list it costs the same, however many there are. */
  modifiedAt(name: string): Promise<Date | undefined>

  /** Files that were removed and can still be brought back. */
  readonly trash: PhotoTrash
}

/**
 * A place next to the files, where `get` and `list` of the store do not look. Each method rejects with ShopError
 * `storage-unavailable` when the storage is at fault.
 */
export interface PhotoTrash {
  /** Moves a file here, or nothing when there is no such file. One of this name that is here already is replaced. */
  add(name: string): Promise<void>

  /** Moves a file back to its place, or nothing when it is not here. */
  restore(name: string): Promise<void>

  /** Deletes a file for good; one that is not here is as good as deleted. */
  remove(name: string): Promise<void>

  /** As `list` of the store, of the files that are here; `modifiedAt` is when a file was moved here. */
  list(prefix?: string): AsyncIterable<ListedFile>

  /** As `modifiedAt` of the store, of a file that is here. */
  modifiedAt(name: string): Promise<Date | undefined>
}

/** A name that means the same to every store, and is no path in any: small letters, digits and `-`, a dot, an ending. */
export function isFileName(name: string): boolean {
  return /^[0-9a-z][0-9a-z-]{0,99}\.[0-9a-z]{1,10}$/.test(name)
}

/** @throws RangeError for a name that is none. */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new RangeError('This is no name of a file of a photo.')
}
