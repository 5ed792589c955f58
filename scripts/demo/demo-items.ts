import type { NewItem } from '../../src/domain/item.ts'
import { noFields } from '../../src/domain/item/item-fields.ts'
import type { CloseUp } from './photos.ts'

/** The fields of an item, and its photos. */
export interface DemoItem extends Partial<NewItem> {
  /** Its picture: a file in `photos/`. */
  readonly picture: string
  /** More photos, in order: parts of the picture. */
  readonly closeUps: readonly CloseUp[]
  readonly title: string
  readonly price: number | null
}

/** In the order of the home page, newest first. */
export const demoItems: readonly DemoItem[] = [
  {
    picture: 'aran-sweater.jpg',
    closeUps: [
      { left: 240, top: 140, width: 480 },
      { left: 300, top: 400, width: 400 },
      { left: 40, top: 580, width: 440 },
    ],
    title: 'Harbour Cable Sweater',
    tagline: 'Four plaits, one steady rhythm.',
    price: 24_500,
    category: 'Sweaters',
    size: 'S / M / L',
    color: 'Ivory',
    description:
      'A crew neck with a wide plait on each side and one down each sleeve. The wool is undyed and a little ' +
      'springy, so it keeps its shape. Knitted to order in about three weeks.',
    madeToOrder: true,
    weeksToMake: 3,
    yarn: 'Undyed wool, worsted',
    care: 'Wash by hand in cool water. Dry flat.',
  },
  {
    picture: 'pompom-beanie.jpg',
    closeUps: [
      { left: 260, top: 150, width: 440 },
      { left: 190, top: 560, width: 440 },
    ],
    title: 'Ember Pompom Beanie',
    tagline: 'Plain stitches, a deep brim and a very round pompom.',
    price: 4_800,
    category: 'Beanies',
    size: 'One size',
    color: 'Rust and ivory',
    description:
      'Soft stockinette with a folded rib that stays over the ears. The pompom is tied on with a bow inside: ' +
      'take it off before washing.',
  },
  {
    picture: 'garter-scarf.jpg',
    closeUps: [],
    title: 'Turmeric Garter Scarf',
    tagline: 'Squishy ridges, good on both sides.',
    price: 7_900,
    category: 'Scarves',
    size: '22 × 190 cm',
    color: 'Mustard',
    description:
      'Garter stitch from end to end, which makes it thick, stretchy and the same on both sides. Long enough to ' +
      'wrap twice. Finished with a short fringe, knotted by hand.',
  },
  {
    picture: 'yoke-sweater.jpg',
    closeUps: [{ left: 240, top: 140, width: 480 }],
    title: 'Midnight Yoke Sweater',
    tagline: 'A ring of diamonds around the shoulders.',
    price: 26_000,
    category: 'Sweaters',
    size: 'M / L',
    color: 'Navy, ivory, mustard',
    description:
      'Knitted in the round from the neck down, so there are no side seams. The yoke is stranded in ivory with ' +
      'a single mustard stitch at the heart of each diamond.',
  },
  {
    picture: 'frost-beanie.jpg',
    closeUps: [],
    title: 'Hill Country Beanie',
    tagline: 'First frost on green hills.',
    price: 5_600,
    category: 'Beanies',
    size: 'One size',
    color: 'Moss, ivory, oat',
    description:
      'Two colours are carried through every patterned round, which makes the fabric double and warm where it ' +
      'matters. A snug rib holds it in place.',
  },
  {
    picture: 'seed-cowl.jpg',
    closeUps: [],
    title: 'Rosewater Cowl',
    tagline: 'Seed stitch, slouched twice.',
    price: 6_200,
    category: 'Scarves',
    size: '34 × 60 cm around',
    color: 'Dusty rose',
    description:
      'A wide ring with nothing to tie or lose. Pull it up over the chin on the way out, let it fall in two ' +
      'soft folds when you arrive.',
  },
  {
    picture: 'cardigan.jpg',
    closeUps: [{ left: 280, top: 480, width: 440 }],
    title: 'Lemongrass Cardigan',
    tagline: 'For early mornings on the veranda.',
    price: 22_800,
    category: 'Sweaters',
    size: 'S / M / L',
    color: 'Sage',
    description:
      'A light cardigan with a V neck and five coconut-shell buttons. The band is picked up and knitted ' +
      'sideways so that it lies flat.',
  },
  {
    picture: 'mittens.jpg',
    closeUps: [],
    title: 'Snowberry Mittens',
    tagline: 'Small flakes, warm thumbs.',
    price: 3_900,
    category: 'Mittens',
    size: 'M',
    color: 'Berry and ivory',
    description: 'A pair with long ribbed cuffs that tuck under a sleeve. The flakes are knitted in, not sewn on.',
  },
  {
    picture: 'striped-scarf.jpg',
    closeUps: [],
    title: 'Lighthouse Striped Scarf',
    tagline: 'Rust and navy on a wide ivory ground.',
    price: 8_400,
    category: 'Scarves',
    size: '26 × 180 cm',
    color: 'Ivory, rust, navy',
    description:
      'Smooth stockinette that drapes close to the neck, with a fringe at both ends. It softens with each wash.',
  },
  {
    picture: 'ribbed-turtleneck.jpg',
    closeUps: [],
    title: 'Cinnamon Turtleneck',
    tagline: 'Deep ribs and a generous collar.',
    price: 23_500,
    category: 'Sweaters',
    size: 'S / M / L / XL',
    color: 'Camel',
    description:
      'Ribbed all over, so it stretches with you and springs back. The collar folds once, or stands up to the ' +
      'ears on a windy day.',
  },
  {
    picture: 'cable-beanie.jpg',
    closeUps: [],
    title: 'Monsoon Cable Beanie',
    tagline: 'Ropes of rain on a grey-blue day.',
    price: 5_200,
    category: 'Beanies',
    size: 'One size',
    color: 'Denim',
    description: 'Eight ropes climb from the brim and meet at the crown. The brim is lined with soft cotton.',
  },
  {
    picture: 'socks.jpg',
    closeUps: [],
    title: 'Terracotta House Socks',
    tagline: 'Sturdy heels for cool floors.',
    price: 3_200,
    category: 'Socks',
    size: '37–40',
    color: 'Oat and terracotta',
    description: 'Heels and toes are knitted with a double strand, because that is where socks go first. Wash cool.',
  },
  {
    picture: 'shawl.jpg',
    closeUps: [],
    title: 'Cocoa Corner Shawl',
    tagline: 'A triangle to be wrapped in.',
    price: null,
    category: 'Scarves',
    size: '170 cm wide',
    color: 'Cocoa and oat',
    description:
      'Knitted from the middle of the neck outwards, with a tassel at each point. Colours and width can be ' +
      'chosen: write to us, and we will tell you the price.',
  },
  {
    picture: 'watch-beanie.jpg',
    closeUps: [],
    title: 'Night Watch Beanie',
    tagline: 'The plain one you reach for daily.',
    price: 4_200,
    category: 'Beanies',
    size: 'One size',
    color: 'Charcoal',
    description: 'Single rib with a deep fold. Close, quiet and hard to wear out.',
  },
]

/** The fields of the item, without its photos. */
export function fieldsOf(piece: DemoItem) {
  const { picture: _picture, closeUps: _closeUps, ...fields } = piece
  return { ...noFields, ...fields }
}
