import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import type { Config } from '../../config/config.ts'
import type { ShopSettings } from '../../domain/shop-settings.ts'

/** An opened source or sink. */
export type Opened<T> = T &
  AsyncDisposable & {
    /** Description of the location, for people. */
    readonly where: string
  }

/** The settings that locate a shop's items. */
export type StoreSettings = Pick<Config, 'dataDir' | 'cloud'>

// Loads only the code of the configured storage.

/**
 * The items of the configured shop. A running shop is not affected.
 *
 * @throws RefusedError, StartError
 */
export async function openSource({ dataDir, cloud }: StoreSettings): Promise<Opened<ItemSource>> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).openFirestoreSource(cloud)
  return (await import('./data-folder-stores.ts')).openFolderSource(dataDir)
}

/**
 * Adds items to the configured shop.
 *
 * @throws RefusedError, StartError
 */
export async function openSink({ dataDir, cloud }: StoreSettings): Promise<Opened<ItemSink>> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).openFirestoreSink(cloud)
  return (await import('./data-folder-stores.ts')).openFolderSink(dataDir)
}

/**
 * The settings of the configured shop; `undefined` if there is no shop, or they cannot be read.
 *
 * @throws RefusedError, StartError
 */
export async function readSettings({ dataDir, cloud }: StoreSettings): Promise<ShopSettings | undefined> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).readProjectSettings(cloud)
  return (await import('./data-folder-stores.ts')).readFolderSettings(dataDir)
}
