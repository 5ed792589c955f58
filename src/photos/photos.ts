import { join } from 'node:path'

import type { Store } from '../catalogue/store.ts'
import type { Log } from '../log.ts'
import { createEncoder } from './encoder/encoder.ts'
import { collectUnused } from './garbage-collection.ts'
import { createPhotoLibrary } from './photo-library.ts'
import type { PhotoLibrary } from './photo-library.ts'
import type { PhotoStore } from './photo-store.ts'
import { createPictureCopier } from './remote-copy/picture-copier.ts'
import { createPictureCopies, noPictureCopies } from './remote-copy/picture-copies.ts'
import type { PictureCopies } from './remote-copy/picture-copies.ts'
import { openBucketStore } from './storage/bucket-store.ts'
import type { BucketConfig } from './storage/bucket-store.ts'
import { openDiskStore } from './storage/disk-store.ts'
import { tryWrite } from './storage/try-write.ts'
import { emptyTrash } from './trash.ts'
import { openUploads } from './uploads.ts'
import type { Uploads } from './uploads.ts'

export interface PhotosOptions {
  /** The folder with everything that the shop keeps. Photos on their way are there, wherever photos are kept. */
  readonly dataDir: string
  /** Where photos are kept; without it, in the data folder. */
  readonly bucket?: BucketConfig | undefined
  /** Whether pictures elsewhere on the web are copied. */
  readonly copiesPictures: boolean
  /** What keeps the items, and knows which photos they have. */
  readonly store: Pick<Store, 'addCopy' | 'usedPhotos'>
  /** Every so many hours unused photos are looked for. */
  readonly collectingHours?: number
  /** Why nothing may be removed now, because of the clock; `undefined` when it may. */
  readonly distrustClock: () => string | undefined
  readonly log: Log
}

/** All that the shop does with photos. */
export interface Photos {
  readonly library: PhotoLibrary
  readonly uploads: Uploads
  readonly copies: PictureCopies
  /** Rejects with ShopError `storage-unavailable` when one of the folders cannot be written to. */
  tryWrite(): Promise<void>
  close(): Promise<void>
}

const tidyingMs = 3_600_000

/** @throws ShopError `storage-unavailable` when the folders for them cannot be had. */
export async function openPhotos(options: PhotosOptions): Promise<Photos> {
  const { dataDir, bucket, copiesPictures, store, collectingHours = 1, log } = options
  const photosFolder = join(dataDir, 'photos')
  const files = await (bucket ? openBucketStore(bucket) : openDiskStore(photosFolder))
  const folder = join(dataDir, 'uploads')
  const uploads = await openUploads(folder)
  const encoder = createEncoder()
  const library = createPhotoLibrary({ store: files, encoder, uses: store })
  let hours = 0
  const tidy = async () => {
    try {
      await uploads.removeStale()
      if (hours++ % collectingHours === 0) await tidyPhotos({ files, library, ...options })
    } catch (error) {
      log.error({ err: error }, 'photos could not be tidied up')
    }
  }
  const copier = createPictureCopier({ library, folder })
  const copies = copiesPictures ? createPictureCopies({ copier, store, log }) : noPictureCopies
  const timer = setInterval(() => void tidy(), tidyingMs).unref()
  return {
    library,
    uploads,
    copies,
    async tryWrite() {
      for (const each of bucket ? [folder] : [photosFolder, folder]) await tryWrite(each)
    },
    async close() {
      clearInterval(timer)
      copies[Symbol.dispose]()
      await encoder.close()
    },
  }
}

interface TidyOptions extends Pick<PhotosOptions, 'store' | 'distrustClock' | 'log'> {
  readonly files: PhotoStore
  readonly library: PhotoLibrary
}

async function tidyPhotos({ files, library, store, distrustClock, log }: TidyOptions): Promise<void> {
  const distrust = distrustClock()
  if (distrust !== undefined) return log.warn({ reason: distrust }, 'unused photos are not removed')
  const place = { store: files, library, uses: store }
  const { restored, deleted } = await emptyTrash(place)
  if (restored > 0) log.info({ count: restored }, 'photos that items have again are back from the trash')
  if (deleted > 0) log.info({ count: deleted }, 'photos that were in the trash for thirty days are deleted')
  const removed = await collectUnused(place)
  if (removed.length > 0) log.info({ count: removed.length }, 'photos that no item uses are in the trash')
}
