import { join } from 'node:path'

import type { PhotoReader, PhotoStore } from '../photo-store.ts'
import { openBucketStore, type BucketConfig } from './bucket-store.ts'
import { openDiskStore, readDiskStore } from './disk-store.ts'

/** Where photos are stored without a bucket. */
export function photosFolder(dataDir: string): string {
  return join(dataDir, 'photos')
}

interface PhotosLocation {
  readonly dataDir: string
  readonly bucket?: BucketConfig | undefined
}

/**
 * Opens the configured photo store. Only one process may use a data folder.
 *
 * @throws ShopError `storage-unavailable` when the folder cannot be created.
 */
export function openPhotoStore(options: PhotosLocation): Promise<PhotoStore> {
  return options.bucket ? openBucketStore(options.bucket) : openDiskStore(photosFolder(options.dataDir))
}

/** Opens the configured photo store for reading, also while another thread or process writes to it. */
export async function openPhotoReader(options: PhotosLocation): Promise<PhotoReader> {
  return options.bucket ? openBucketStore(options.bucket) : readDiskStore(photosFolder(options.dataDir))
}
