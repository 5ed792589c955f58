import { join } from 'node:path'

import type { PhotoStore } from '../photo-store.ts'
import { openBucketStore, type BucketConfig } from './bucket-store.ts'
import { openDiskStore } from './disk-store.ts'

/** Where photos are stored without a bucket. */
export function photosFolder(dataDir: string): string {
  return join(dataDir, 'photos')
}

/**
 * Opens the configured photo store. Only one process may use a data folder.
 *
 * @throws ShopError `storage-unavailable` when the folder cannot be created.
 */
export function openPhotoStore(options: {
  readonly dataDir: string
  readonly bucket?: BucketConfig | undefined
}): Promise<PhotoStore> {
  return options.bucket ? openBucketStore(options.bucket) : openDiskStore(photosFolder(options.dataDir))
}
