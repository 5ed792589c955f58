import { noFields } from '../../src/domain/item-fields.ts'
import type { NewItem } from '../../src/domain/item.ts'
import items from './demo-items.json' with { type: 'json' }
import type { CloseUp } from './photos.ts'

/** The fields of an item, and its photos. */
export interface DemoItem extends Partial<NewItem> {
  /** Its picture: a file in `photos/`. */
  readonly picture: string
  /** More photos, in order: parts of the picture. */
  readonly closeUps: readonly CloseUp[]
  readonly title: string
  readonly price: number | null
  /** What more items with this picture are like. Their colours are names for what the picture shows. */
  readonly others: {
    readonly noun: string
    readonly category: string
    readonly taglines: readonly string[]
    readonly sizes: readonly string[]
    readonly colors: readonly string[]
  }
}

/** In the order of the home page, newest first. */
export const demoItems: readonly DemoItem[] = items

/** The fields of the item alone. */
export function fieldsOf(piece: DemoItem) {
  const { picture: _picture, closeUps: _closeUps, others: _others, ...fields } = piece
  return { ...noFields, ...fields }
}
