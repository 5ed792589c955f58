import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Photo } from '../../domain/photo.ts'
import type { PhotoLibrary } from '../photo-library.ts'
import { savePhoto } from '../save-photo.ts'
import { requireFreeSpace, withStorage } from '../storage/disk.ts'
import { fetchImage, publicWeb, toFetchError, type FetchRules } from './fetch-image.ts'

export interface CopyOptions {
  readonly library: PhotoLibrary
  /** For temporary files: that of uploads, so that files left by a crash are removed with stale uploads. */
  readonly folder: string
  readonly rules?: FetchRules
  /** Aborts fetching. */
  readonly ended?: AbortSignal
}

/**
 * Creates a photo from an image on another server.
 *
 * @param url as a user typed it.
 * @throws ShopError `picture-not-copied` when it cannot be loaded; `body-too-large` or an error of the encoder when it
 *   is not acceptable.
 */
export async function copyRemoteImage(url: string, options: CopyOptions): Promise<Photo> {
  const { library, folder, rules = publicWeb, ended } = options
  await requireFreeSpace(folder)
  const { body, signal } = await fetchImage(url, rules, ended)
  const path = join(folder, `copy-${randomUUID()}`)
  try {
    await savePhoto(path, body, { toError: (error) => toFetchError(signal, error) })
    const photo = await library.add(path)
    await library.markUsed(photo.id)
    return photo
  } finally {
    body.destroy()
    await withStorage(() => rm(path, { force: true }))
  }
}
