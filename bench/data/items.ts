import { hash } from 'node:crypto'

import { imageUrlOf, photoWidth } from '../../src/domain/photo.ts'
/** As many as the home page shows. */
import items from './items.json' with { type: 'json' }

const description = [
  'Knitted slowly, by one pair of hands, from yarn that we choose at the mill each spring.',
  'It is washed in cool water and dried flat; after that it keeps its shape for years.',
  'The colour moves a little from one batch to the next, so no two pieces are quite the same.',
  'If it does not fit, send a message and we will knit the cuffs again.',
].join(' ')

/** A body for `POST /api/items`; after the last item, the first comes again. */
export function newItemAt(index: number) {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('There are no items.')
  return { ...item, imageUrl: imageUrlOf({ id: photoIdAt(index), width: photoWidth }), description }
}

/** Bodies for `POST /api/items`: as many items as the home page shows, unless `count` says otherwise. */
export function newItems(count = items.length) {
  return Array.from({ length: count }, (_, index) => newItemAt(index))
}

/** A photo id in the shop's format. */
export function photoIdAt(index: number): string {
  return hash('sha256', `photo ${index}`).slice(0, 32)
}
