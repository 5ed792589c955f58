import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

import { isTooManyBytes, limitBytes, type Chunks } from '@stockinette/bounded-read/bounded-read.ts'

import { isShopError, ShopError } from '../domain/errors.ts'
import { photoLimits } from '../domain/photo.ts'
import { fill } from '../domain/template.ts'
import { photoRules } from '../messages/messages.ts'
import { requireFreeSpace, withStorage, type ReadDiskSpace } from './storage/disk.ts'

export interface SavePhotoOptions {
  /** The file's size: what is received is appended. */
  readonly sizeBefore?: number
  /** Converts errors of the stream. */
  readonly toError: (cause: unknown) => ShopError
  readonly readSpace?: ReadDiskSpace | undefined
}

/**
 * Writes received bytes to a photo's file as they arrive.
 *
 * @throws ShopError `body-too-large` as soon as the limit is exceeded, `storage-unavailable`, or `toError`'s.
 */
export async function savePhoto(path: string, received: Chunks, options: SavePhotoOptions): Promise<void> {
  await withStorage(async () => {
    await using file = await open(path, 'a', 0o600)
    await file.writeFile(checkedChunks(path, received, options))
  })
}

/** Space is checked for each chunk: a hundred uploads that start with enough space may fill the disk. */
async function* checkedChunks(
  path: string,
  received: Chunks,
  { sizeBefore = 0, toError, readSpace }: SavePhotoOptions,
) {
  try {
    for await (const chunk of limitBytes(received, photoLimits.bytes - sizeBefore)) {
      await requireFreeSpace(dirname(path), readSpace)
      yield chunk
    }
  } catch (error) {
    if (isShopError(error)) throw error
    throw isTooManyBytes(error) ? photoTooLarge() : toError(error)
  }
}

export function photoTooLarge(): ShopError {
  return new ShopError('body-too-large', fill(photoRules.tooLarge, { megabytes: photoLimits.bytes / 1024 ** 2 }))
}
