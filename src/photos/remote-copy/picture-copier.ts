import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Photo } from '../../domain/photo.ts'
import type { PhotoLibrary } from '../photo-library.ts'
import { requireRoom } from '../storage/room.ts'
import { withStorage } from '../storage/storage-errors.ts'
import { writePhoto } from '../write-photo.ts'
import { fetchPicture, notArrived, publicWeb } from './fetch-picture.ts'
import type { FetchedPicture, FetchRules } from './fetch-picture.ts'

/** Makes photos of the shop's own out of pictures elsewhere on the web. */
export interface PictureCopier {
  /**
   * @param url of a picture, as somebody typed it.
   * @param ended gives it up, while the picture is being fetched.
   * @throws ShopError `picture-not-copied` when it cannot be had; `body-too-large`, or the encoder's, when it is no good.
   */
  copy(url: string, ended?: AbortSignal): Promise<Photo>
}

/** @param folder where what is fetched is kept meanwhile; of uploads, so that an accident's remains go with theirs. */
export function createPictureCopier(
  { library, folder }: { library: PhotoLibrary; folder: string },
  rules: FetchRules = publicWeb,
): PictureCopier {
  return {
    async copy(url, ended) {
      await requireRoom(folder)
      const picture = await fetchPicture(url, rules, ended)
      const path = join(folder, `copy-${randomUUID()}`)
      try {
        await save(picture, path)
        const photo = await library.add(path)
        await library.keep(photo.id) // For the item that the copy is made for.
        return photo
      } finally {
        picture.body.destroy()
        await withStorage(() => rm(path, { force: true }))
      }
    },
  }
}

async function save({ body, signal }: FetchedPicture, path: string): Promise<void> {
  await using file = await withStorage(() => open(path, 'wx', 0o600))
  await writePhoto(file, chunksOf(body, signal))
}

async function* chunksOf(body: FetchedPicture['body'], signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (error) {
    throw notArrived(signal, error)
  }
}
