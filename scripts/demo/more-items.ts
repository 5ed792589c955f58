import { noFields } from '../../src/domain/item-fields.ts'
import type { NewItem } from '../../src/domain/item.ts'
import { demoItems, fieldsOf, type DemoItem } from './demo-items.ts'
import localItems from './local-items.json' with { type: 'json' }

/** Another item with the picture of one of {@link demoItems}. */
export interface MoreItem {
  readonly fields: NewItem
  /** The index of the item whose photos it has. */
  readonly like: number
  readonly sold: boolean
}

const childSize = 'Child'

/** Which picture comes next: indexes of {@link demoItems}. Some come often, so that categories differ in size. */
const order = [0, 1, 2, 10, 11, 3, 13, 8, 6, 4, 9, 1, 12, 0, 10, 7, 2, 13, 3, 5, 4, 11, 9, 8, 1, 6, 10, 0, 13, 12]

const names = (
  'Kandy Ella Galle Hatton Nuwara Haputale Mirissa Jaffna Matara Badulla Pedro Dawn Dusk Lantern ' +
  'Drizzle Nutmeg Clove Cardamom Jasmine Ginger Pepper Almond Harvest Lagoon Hillside Lakeside Railway ' +
  'Verandah Island Moonlit Garden Orchard'
).split(' ')

/** Of this number of items, one of `local-items.json` has its texts in Sinhala or Tamil, and the photos of the item `like`. */
const localEvery = 9

/** Items for a catalogue of several pages, newest first; always the same ones. */
export function createMoreItems(count: number): readonly MoreItem[] {
  const used = new Map<number, number>()
  return Array.from({ length: count }, (_, index) => {
    const local = index % localEvery === 4 ? localItems[(index - 4) / localEvery] : undefined
    if (local) return { ...local, fields: { ...noFields, ...local.fields }, sold: false }
    const like = pick(order, index)
    const number = used.get(like) ?? 0
    used.set(like, number + 1)
    return vary(like, number, index)
  })
}

/** @param number how many items with this picture come before it. @param index among all. */
function vary(like: number, number: number, index: number): MoreItem {
  const base = pick(demoItems, like)
  const { noun, category, taglines, sizes, colors } = base.others
  const series = Math.floor(number / names.length) + 1
  const sold = index % 8 === 3
  const size = pick(sizes, number)
  const madeToOrder = !sold && index % 7 === 1
  const fields = {
    ...fieldsOf(base),
    title: `${pick(names, number * 5 + like)} ${noun}${series > 1 ? ` No. ${series}` : ''}`,
    tagline: pick(taglines, number),
    category: size === childSize ? 'Baby & child' : category,
    price: index % 13 === 6 ? null : priceLike(base, index),
    size,
    color: pick(colors, number),
    madeToOrder,
    weeksToMake: madeToOrder ? 2 + (index % 3) : null,
  }
  return { fields, like, sold }
}

/** Up to a fifth more or less, in hundreds of rupees. */
function priceLike({ price }: DemoItem, index: number): number {
  return Math.round(((price ?? 15_000) * (1 + (((index * 7) % 9) - 4) / 20)) / 100) * 100
}

/** Starts again at the end. */
function pick<T>(all: readonly T[], index: number): T {
  const found = all[index % all.length]
  if (found === undefined) throw new RangeError('There is nothing to pick from.')
  return found
}
