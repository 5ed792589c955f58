import type { FileHandle } from 'node:fs/promises'

import { ShopError } from '../domain/errors.ts'
import { photoLimits } from '../domain/photo.ts'
import { photoRules } from '../messages/messages.ts'
import { withStorage } from './storage/storage-errors.ts'

/**
 * Appends received chunks to a photo's file, which has `sizeBefore` bytes.
 *
 * @returns the file's size at the end.
 * @throws ShopError `body-too-large` as soon as the limit is exceeded, `storage-unavailable`; and errors of `chunks`.
 */
export async function writePhoto(file: FileHandle, chunks: AsyncIterable<Buffer>, sizeBefore = 0): Promise<number> {
  let size = sizeBefore
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > photoLimits.bytes) throw photoTooLarge()
    await withStorage(() => file.appendFile(chunk))
  }
  return size
}

export function photoTooLarge(): ShopError {
  return new ShopError('body-too-large', photoRules.tooLarge(photoLimits.bytes / 1024 ** 2))
}
