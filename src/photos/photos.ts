import { join } from 'node:path'

import type { Log } from '../log/log.ts'
import { collectUnused } from './collect-unused.ts'
import type { PhotoUses } from './collect-unused.ts'
import { createPictureCopier } from './copy/picture-copier.ts'
import type { PictureCopier } from './copy/picture-copier.ts'
import { createEncoder } from './encoder/encoder.ts'
import { createPhotoLibrary } from './photo-library.ts'
import type { PhotoLibrary } from './photo-library.ts'
import { openBucketStore } from './storage/bucket-store.ts'
import type { BucketConfig } from './storage/bucket-store.ts'
import { openDiskStore } from './storage/disk-store.ts'
import { openUploads } from './uploads.ts'
import type { Uploads } from './uploads.ts'

export interface PhotosOptions {
  /** The folder with everything that the shop keeps. Photos on their way are there, wherever photos are kept. */
  readonly dataDir: string
  /** Where photos are kept; without it, in the data folder. */
  readonly bucket?: BucketConfig | undefined
  readonly log: Log
  /** Without it no photo is ever removed. */
  readonly uses?: PhotoUses
}

/** All that the shop does with photos. */
export interface Photos {
  readonly library: PhotoLibrary
  readonly uploads: Uploads
  readonly copier: PictureCopier
  close(): Promise<void>
}

const tidyingMs = 3_600_000

/** @throws ShopError `storage-unavailable` when the folders for them cannot be had. */
export async function openPhotos({ dataDir, bucket, log, uses }: PhotosOptions): Promise<Photos> {
  const store = await (bucket ? openBucketStore(bucket) : openDiskStore(join(dataDir, 'photos')))
  const folder = join(dataDir, 'uploads')
  const uploads = await openUploads(folder)
  const encoder = createEncoder()
  const library = createPhotoLibrary({ store, encoder })
  const tidy = async () => {
    try {
      await uploads.removeStale()
      const removed = uses ? await collectUnused(store, uses) : []
      if (removed.length > 0) log.info({ count: removed.length }, 'photos that no piece uses are removed')
    } catch (error) {
      log.error({ err: error }, 'photos could not be tidied up')
    }
  }
  const timer = setInterval(() => void tidy(), tidyingMs).unref()
  return {
    library,
    uploads,
    copier: createPictureCopier({ library, folder }),
    async close() {
      clearInterval(timer)
      await encoder.close()
    },
  }
}
