import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createItemId } from '../../../src/catalogue/item-id.ts'
import { ItemTable } from '../../../src/catalogue/sqlite/item-table.ts'
import { openShopDatabase } from '../../../src/catalogue/sqlite/shop-database.ts'
import { initialState, type StoredItem } from '../../../src/domain/item-state.ts'
import { withPhotos } from '../../../src/domain/item.ts'
import type { Photo } from '../../../src/domain/photo.ts'
import { decode } from '../../../src/photos/encoder/decode.ts'
import { encode, type EncodedPhoto } from '../../../src/photos/encoder/encode.ts'
import type { ManagedItem } from '../manage-client.ts'
import { plainPhoto, sha256Of } from '../photos/photos.ts'
import { createFields } from './mixed-load.ts'
import { ItemEntry } from './writer.ts'

/** The content of a data folder. */
export interface FullDataFolder {
  readonly items: readonly ItemEntry[]
  /** Each is used by as many items as the others. */
  readonly photos: readonly Photo[]
  /** SHA-256 of all files of the photos, by path. */
  readonly photoFiles: ReadonlyMap<string, string>
}

/**
 * Writes a new data folder with items and photos, before its shop is started for the first time.
 *
 * @param picture of the photos; a tiny one by default.
 */
export async function writeFullDataFolder(
  dataDir: string,
  count: { readonly items: number; readonly photos: number },
  picture?: Buffer,
): Promise<FullDataFolder> {
  await mkdir(join(dataDir, 'photos'), { recursive: true, mode: 0o700 })
  const photoFiles = new Map<string, string>()
  const encoded = await encode(await decode(picture ?? (await plainPhoto('#a64', 80, 100))))
  const photos = await writePhotos(join(dataDir, 'photos'), { count: count.photos, encoded }, photoFiles)
  const createdAt = Date.now()
  const items = Array.from({ length: count.items }, (_, index): StoredItem => {
    const { photos: _ids, ...fields } = createFields([])
    const photo = photos[index % photos.length]
    const newItem = withPhotos({ ...fields, photos: [] }, photo ? [photo] : [])
    const time = new Date(createdAt - count.items + index)
    return { id: createItemId(), createdAt: time, ...newItem, ...initialState }
  })
  using database = openShopDatabase({ path: dataDir })
  new ItemTable(database).put(items)
  return { items: items.map(toEntry), photos, photoFiles }
}

function toEntry(item: StoredItem): ItemEntry {
  const entry = new ItemEntry({ id: item.id })
  entry.resolve({ ...(JSON.parse(JSON.stringify(item)) as ManagedItem), version: '1' })
  return entry
}

/** Photos of one picture. Their files differ in what follows the picture. */
async function writePhotos(
  folder: string,
  { count, encoded: { files, ...about } }: { readonly count: number; readonly encoded: EncodedPhoto },
  digests: Map<string, string>,
): Promise<Photo[]> {
  const photos = Array.from({ length: count }, (_, index): Photo => {
    const id = sha256Of(Buffer.from(`photo ${index}`)).slice(0, 32)
    return { id, ...about }
  })
  for (const photo of photos) {
    for (const [suffix, bytes] of files) {
      const file = Buffer.concat([bytes, freeBox(photo.id)])
      digests.set(`/photos/${photo.id}${suffix}`, sha256Of(file))
      await writeFile(join(folder, photo.id + suffix), file, { mode: 0o600 })
    }
    await writeFile(join(folder, `${photo.id}.json`), JSON.stringify(photo), { mode: 0o600 })
  }
  return photos
}

/** A box of free space (ISO/IEC 14496-12, 8.1.2), which decoders of every format skip at the end of a file. */
function freeBox(content: string): Buffer {
  const box = Buffer.from(`    free${content}`)
  box.writeUInt32BE(box.length)
  return box
}
