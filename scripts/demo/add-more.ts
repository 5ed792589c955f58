import { createItemId } from '../../src/catalogue/item-id.ts'
import { maxItemsPerPut, type ItemSink } from '../../src/catalogue/transfer/transfer.ts'
import { initialState, type StoredItem } from '../../src/domain/item-state.ts'
import { imageUrlOf, readPhotos } from '../../src/domain/photo.ts'
import type { AddedItem } from './client.ts'
import { createMoreItems, type MoreItem } from './more-items.ts'

/** Between one item and the next older one: some are from other months. */
const hoursBetween = 7

/**
 * Adds items that are older than those of the demo and share their photos, as an import does: some are sold, which only
 * owners could say through the API, and there may be more of them than an account may add in an hour.
 *
 * @param added the demo's items as the shop answered them, in their order.
 */
export async function addMore(sink: ItemSink, count: number, added: readonly AddedItem[]): Promise<void> {
  const newest = Math.min(...added.map(({ createdAt }) => Date.parse(String(createdAt))))
  const items = createMoreItems(count).map((item, index) =>
    toStored(item, added, new Date(newest - (index + 1) * hoursBetween * 3_600_000)),
  )
  const oldestFirst = items.toReversed()
  for (let start = 0; start < count; start += maxItemsPerPut) {
    await sink.put(oldestFirst.slice(start, start + maxItemsPerPut))
  }
}

function toStored({ fields, like, sold }: MoreItem, added: readonly AddedItem[], createdAt: Date): StoredItem {
  const photos = readPhotos(added[like]?.photos) ?? []
  const [cover] = photos
  if (!cover) throw new Error('The shop did not answer with the photos of an item.')
  const id = createItemId()
  return { ...initialState, ...fields, id, createdAt, sold, photos, imageUrl: imageUrlOf(cover) }
}
