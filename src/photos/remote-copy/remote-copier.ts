import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Photo } from '../../domain/photo.ts'
import type { PhotoLibrary } from '../photo-library.ts'
import { requireFreeSpace } from '../storage/free-space.ts'
import { withStorage } from '../storage/storage-errors.ts'
import { writePhoto } from '../write-photo.ts'
import { fetchImage, publicWeb, toFetchError, type FetchedImage, type FetchRules } from './fetch-image.ts'

/** Creates photos from images on other servers. */
export interface RemoteCopier {
  /**
   * @param url as a user typed it.
   * @param ended aborts fetching.
   * @throws ShopError `picture-not-copied` when it cannot be loaded; `body-too-large` or an error of the encoder when
   *   it is not acceptable.
   */
  copy(url: string, ended?: AbortSignal): Promise<Photo>
}

/** @param folder for temporary files: that of uploads, so that files left by a crash are removed with stale uploads. */
export function createRemoteCopier(
  { library, folder }: { library: PhotoLibrary; folder: string },
  rules: FetchRules = publicWeb,
): RemoteCopier {
  return {
    async copy(url, ended) {
      await requireFreeSpace(folder)
      const picture = await fetchImage(url, rules, ended)
      const path = join(folder, `copy-${randomUUID()}`)
      try {
        await saveBody(picture, path)
        const photo = await library.add(path)
        await library.markUsed(photo.id)
        return photo
      } finally {
        picture.body.destroy()
        await withStorage(() => rm(path, { force: true }))
      }
    },
  }
}

async function saveBody({ body, signal }: FetchedImage, path: string): Promise<void> {
  await using file = await withStorage(() => open(path, 'wx', 0o600))
  await writePhoto(file, chunksOf(body, signal))
}

async function* chunksOf(body: FetchedImage['body'], signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>
  } catch (error) {
    throw toFetchError(signal, error)
  }
}
