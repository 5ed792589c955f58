import { join } from 'node:path'

import { toStartError } from '@stockinette/sqlite/errors.ts'

import type { Store } from '../catalogue/store.ts'
import { isShopError } from '../domain/errors.ts'
import type { Log } from '../log.ts'
import { Encoder } from './encoder/encoder.ts'
import { collectGarbage, emptyTrash, type GarbageCollectionOptions } from './garbage-collection.ts'
import { PhotoLibrary } from './photo-library.ts'
import { copyRemoteImage } from './remote-copy/copy-remote-image.ts'
import { RemoteCopies } from './remote-copy/remote-copies.ts'
import type { BucketConfig } from './storage/bucket-store.ts'
import { tryWrite } from './storage/disk.ts'
import { openPhotoStore, photosFolder } from './storage/open-photo-store.ts'
import { openUploads } from './uploads.ts'

export interface PhotosOptions {
  /** The data folder. Uploads are always there, wherever photos are stored. */
  readonly dataDir: string
  /** Where photos are stored; the data folder if omitted. */
  readonly bucket?: BucketConfig | undefined
  /** Whether images on other servers are copied. */
  readonly copiesPictures: boolean
  /** The store of the items, which knows the photos they use. */
  readonly store: Pick<Store, 'addCopy' | 'usedPhotos'>
  /** Hours between garbage collections. */
  readonly garbageCollectionHours?: number
  /** Why the clock is not trusted, so that nothing may be removed; `undefined` if it is. */
  readonly distrustClock: () => string | undefined
  readonly log: Log
}

export type Photos = Awaited<ReturnType<typeof openPhotos>>

const maintenanceMs = 3_600_000

/** Everything the shop does with photos. @throws StartError when a folder cannot be created or read, such as on a full disk. */
export async function openPhotos(options: PhotosOptions) {
  const { dataDir, bucket, copiesPictures, store, garbageCollectionHours = 1, log } = options
  const folder = join(dataDir, 'uploads')
  const { files, uploads } = await openFolders(options, folder)
  const encoder = new Encoder()
  const library = new PhotoLibrary({ store: files, encoder, uses: store })
  let hours = 0
  const maintain = async () => {
    try {
      await uploads.removeStale()
      const isDue = hours % garbageCollectionHours === 0
      hours += 1
      if (isDue) await collectPhotos({ store: files, library, uses: store }, options)
    } catch (error) {
      log.error({ err: error }, 'garbage collection of photos failed')
    }
  }
  const copy = (url: string, ended: AbortSignal) => copyRemoteImage(url, { library, folder, ended })
  const copies = new RemoteCopies({ copy, store, log })
  if (!copiesPictures) copies[Symbol.dispose]()
  const timer = setInterval(() => void maintain(), maintenanceMs).unref()
  return {
    library,
    uploads,
    copies,
    /** Rejects with ShopError `storage-unavailable` when a folder is not writable. */
    async tryWrite(): Promise<void> {
      for (const each of bucket ? [folder] : [photosFolder(dataDir), folder]) await tryWrite(each)
    },
    async close(): Promise<void> {
      clearInterval(timer)
      copies[Symbol.dispose]()
      await encoder.close()
    },
  }
}

async function openFolders(options: PhotosOptions, folder: string) {
  try {
    return { files: await openPhotoStore(options), uploads: await openUploads(folder) }
  } catch (error) {
    throw toStartError(isShopError(error) ? error.cause : error, options.dataDir)
  }
}

async function collectPhotos(photos: GarbageCollectionOptions, { distrustClock, log }: PhotosOptions): Promise<void> {
  const distrust = distrustClock()
  if (distrust !== undefined) return log.warn({ reason: distrust }, 'unused photos were not removed')
  const { restored, deleted } = await emptyTrash(photos)
  if (restored > 0) log.info({ count: restored }, 'photos in use were restored from the trash')
  if (deleted > 0) log.info({ count: deleted }, 'photos were deleted after thirty days in the trash')
  const removed = await collectGarbage(photos)
  if (removed.length > 0) log.info({ count: removed.length }, 'unused photos were moved to the trash')
}
