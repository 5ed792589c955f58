import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import type { Config } from '../../config/config.ts'

/** One end of a move. */
export type OpenEnd<T> = T & {
  /** Where the items are, for people. */
  readonly where: string
  close(): Promise<void>
}

/** The settings that say where a shop's items are. */
export type Place = Pick<Config, 'dataDir' | 'cloud'>

// What the other kind of shop needs is not loaded.

/**
 * Where the items of the shop with these settings are. A shop that runs on them is not disturbed.
 *
 * @throws RefusedError, StartError
 */
export async function openSource({ dataDir, cloud }: Place): Promise<OpenEnd<ItemSource>> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).openFirestoreSource(cloud)
  return (await import('./data-folder-stores.ts')).openFolderSource(dataDir)
}

/**
 * Where the shop with these settings keeps items.
 *
 * @throws RefusedError, StartError
 */
export async function openSink({ dataDir, cloud }: Place): Promise<OpenEnd<ItemSink>> {
  if (cloud !== undefined) return (await import('./firestore-stores.ts')).openFirestoreSink(cloud)
  return (await import('./data-folder-stores.ts')).openFolderSink(dataDir)
}
