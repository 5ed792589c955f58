import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import { photoType } from '../domain/photo.ts'
import type { PhotoType } from '../domain/photo.ts'

export interface PhotoFile {
  /** Opens the file only once it is read: an answer without a body leaves nothing open. */
  readonly stream: ReadableStream<Uint8Array>
  /** Bytes. */
  readonly size: number
  /** By the name alone; nothing that a file holds can make it anything but a picture. */
  readonly type: PhotoType
}

export interface PhotoFolder {
  /**
   * The file of this name; `undefined` for a name that none of our photos has (whatever lies there) and for a file that
   * is not there.
   *
   * @throws ShopError `storage-unavailable` when the folder cannot be read.
   */
  open(name: string): Promise<PhotoFile | undefined>
}

/** The shop's own photos, in `photos/` of the data folder. Names are checked in `photo-folder.test.ts`. */
export function createPhotoFolder(dataDir: string): PhotoFolder {
  return {
    open: async (name) => {
      const type = photoType(name)
      if (type === undefined) return undefined
      const path = join(dataDir, 'photos', name)
      const size = await sizeOf(path)
      return size === undefined ? undefined : { stream: ReadableStream.from<Uint8Array>(read(path)), size, type }
    },
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause: error })
  }
}

async function* read(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>
}
