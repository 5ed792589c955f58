import type { NewItem } from '../../src/domain/item.ts'
import { noFields } from '../../src/domain/item/item-fields.ts'
import { demoItems, fieldsOf, type DemoItem } from './demo-items.ts'
import { localItems } from './local-items.ts'

/** Another item with the picture of one of {@link demoItems}. */
export interface MoreItem {
  readonly fields: NewItem
  /** The index of the item whose photos it has. */
  readonly like: number
  readonly sold: boolean
}

/** What the other items with a picture differ in. Their colours are names for what the picture shows. */
interface Kind {
  readonly noun: string
  readonly category: string
  readonly taglines: readonly string[]
  readonly sizes: readonly string[]
  readonly colors: readonly string[]
}

const sweaterSizes = ['S / M / L', 'S / M', 'M / L', 'L / XL', 'M', 'XL']
const childSize = 'Child'
const beanieSizes = ['One size', 'S / M', 'M / L', childSize]
const beanieTaglines = ['Pull it on and go.', 'Warm ears, light head.', 'Knitted in one evening, worn for years.']
const sweaterTaglines = ['For the last train home.', 'Made to be lived in.', 'A weekend in wool.']
const scarfTaglines = ['Wrap twice, forget the wind.', 'Light to carry, warm to wear.', 'Long enough to share.']

/** In the order of {@link demoItems}. */
const kinds: readonly Kind[] = [
  kind('Cable Sweater', 'Sweaters', sweaterTaglines, sweaterSizes, ['Ivory', 'Cream', 'Oat', 'Natural white']),
  kind('Pompom Beanie', 'Beanies', beanieTaglines, beanieSizes, ['Rust, ivory', 'Brick, cream', 'Rust and ivory']),
  kind('Garter Scarf', 'Scarves', scarfTaglines, ['22 × 190 cm', '26 × 180 cm'], ['Mustard', 'Ochre', 'Turmeric']),
  kind('Yoke Sweater', 'Sweaters', sweaterTaglines, sweaterSizes, ['Navy / ivory', 'Indigo / cream', 'Navy']),
  kind('Colourwork Beanie', 'Beanies', beanieTaglines, beanieSizes, ['Moss, ivory, oat', 'Green / cream', 'Moss']),
  kind('Seed Cowl', 'Cowls', scarfTaglines, ['34 × 60 cm around', 'One size'], ['Dusty rose', 'Rose', 'Blush']),
  kind('Cardigan', 'Cardigans', sweaterTaglines, sweaterSizes, ['Sage', 'Tea green', 'Eucalyptus']),
  kind(
    'Mittens',
    'Mittens',
    ['A pair for cold mornings.'],
    ['S', 'M', 'L', 'S / M'],
    ['Berry and ivory', 'Berry, cream'],
  ),
  kind(
    'Striped Scarf',
    'Scarves',
    scarfTaglines,
    ['26 × 180 cm', '30 × 200 cm'],
    ['Ivory, rust, navy', 'Cream / navy'],
  ),
  kind('Turtleneck', 'Sweaters', sweaterTaglines, sweaterSizes, ['Camel', 'Toffee', 'Cinnamon']),
  kind('Cable Beanie', 'Beanies', beanieTaglines, beanieSizes, ['Denim', 'Blue', 'Slate blue']),
  kind('House Socks', 'Socks', ['Turned heels, happy feet.'], ['37–40', '41–44', '33–36'], ['Oat, terracotta', 'Oat']),
  kind('Corner Shawl', 'Shawls', scarfTaglines, ['170 cm wide', '150 cm wide'], ['Cocoa and oat', 'Brown, cream']),
  kind('Watch Beanie', 'Beanies', beanieTaglines, beanieSizes, ['Charcoal', 'Dark grey', 'Graphite']),
]

function kind(
  noun: string,
  category: string,
  taglines: readonly string[],
  sizes: readonly string[],
  colors: readonly string[],
): Kind {
  return { noun, category, taglines, sizes, colors }
}

/** Which picture comes next: indexes of {@link kinds}. Some come often, so that categories differ in size. */
const order = [0, 1, 2, 10, 11, 3, 13, 8, 6, 4, 9, 1, 12, 0, 10, 7, 2, 13, 3, 5, 4, 11, 9, 8, 1, 6, 10, 0, 13, 12]

const names = (
  'Kandy Ella Galle Hatton Nuwara Haputale Mirissa Jaffna Matara Badulla Pedro Dawn Dusk Lantern ' +
  'Drizzle Nutmeg Clove Cardamom Jasmine Ginger Pepper Almond Harvest Lagoon Hillside Lakeside Railway ' +
  'Verandah Island Moonlit Garden Orchard'
).split(' ')

/** Of this number of items, one has its texts in Sinhala or Tamil. */
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
  const { noun, category, taglines, sizes, colors } = pick(kinds, like)
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
