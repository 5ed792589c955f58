import { createHash } from 'node:crypto'

import { imageUrlOf, photoWidth } from '../../src/domain/photo.ts'

/** As many items as the home page shows: title, tagline, category, price (empty if on request), size and colour. */
const itemTexts = `
Harbour Fisherman Beanie | Deep ribs that keep their stretch, in wool from the north coast. | Beanies | 4800 | M | Navy
Cloud Cowl | Two loops of the softest merino we could find. | Scarves | 6250 | One size | Ivory
Willow Cable Sweater | Three braids down the front, one evening each. | Sweaters | 24500 | L | Sage
Ember Mittens | Lined with brushed alpaca, so that no wind comes through. | Mittens | 3900 | S | Rust
Moss Stitch Scarf | Reversible, dense and two metres long. | Scarves | 7800 | 200 cm | Moss
Tea Garden Cardigan | Open at the front, with pockets big enough for a book. | Cardigans | 21900 | M | Oat
Lighthouse Bobble Hat | Striped like the one at Dondra, with a bobble that comes off for washing. | Beanies | 5200 | Child | Red and white
Plain Wool Socks | Turned heels, reinforced where boots rub. | Socks | 2950 | 38–40 | Grey
Fair Isle Yoke Sweater | Nine colours around the shoulders, all dyed by hand. | Sweaters | 32000 | M | Indigo
Paddy Field Shawl | A half circle in four greens, light enough for the evening. | Shawls | 14750 | 150 cm | Green
Night Train Blanket Scarf | Wide enough to sleep under, from Colombo to Ella. | Scarves | 11400 | 210 cm | Charcoal
Baby’s First Bonnet | Cotton and silk, with ties that come undone when pulled. | Beanies | 2400 | 0–3 months | Cream
Cinnamon Twist Headband | A cable that crosses above the forehead. | Headbands | 2100 | One size | Cinnamon
Monsoon Poncho | Felted a little, so that drizzle rolls off. | Ponchos | 18600 | L | Slate
Herringbone Wrist Warmers | For cold offices and early mornings. | Mittens | 2700 | M | Plum
Garter Ridge Vest | A quiet layer over a shirt, buttoned in coconut shell. | Vests | 13200 | S | Camel
Seed and Stem Pullover | Leaves grow up both sleeves and meet at the collar. | Sweaters |  | Made to measure | Any
Pearl Ear Flap Hat | With plaited cords and a lining of fleece. | Beanies | 5900 | L | Pearl
Lagoon Lace Wrap | Feather and fan, blocked by hand on a warm day. | Shawls | 16300 | 180 cm | Turquoise
Chunky Rib Snood | Finished in an afternoon, worn for ten winters. | Scarves | 5600 | One size | Mustard
Kandy Check Waistcoat | Two-handed colour work, small checks, horn buttons. | Vests | 17800 | M | Black and gold
Weekend Slouch Beanie | Loose at the back, snug at the ears. | Beanies | 4200 | One size | Denim
Evening Star Mitts | Fingers free, stars on the back of the hand. | Mittens | 3300 | M | Midnight
Grandfather Collar Jumper | Heavy, plain and warm; elbows are mended for life. | Sweaters | 27500 | XL | Bracken
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

const description = [
  'Knitted slowly, by one pair of hands, from yarn that we choose at the mill each spring.',
  'It is washed in cool water and dried flat; after that it keeps its shape for years.',
  'The colour moves a little from one batch to the next, so no two pieces are quite the same.',
  'If it does not fit, send a message and we will knit the cuffs again.',
].join(' ')

/** A body for `POST /api/items`; after the last item, the first comes again. */
export function newItemAt(index: number) {
  const texts = itemTexts[index % itemTexts.length] ?? []
  const [title = '', tagline = '', category = '', price = '', size = '', color = ''] = texts
  const imageUrl = imageUrlOf({ id: photoIdAt(index), width: photoWidth })
  return { title, tagline, category, price: price === '' ? null : Number(price), size, color, imageUrl, description }
}

/** Bodies for `POST /api/items`: as many items as the home page shows, unless `count` says otherwise. */
export function newItems(count = itemTexts.length) {
  return Array.from({ length: count }, (_, index) => newItemAt(index))
}

/** A photo id in the shop's format. */
export function photoIdAt(index: number): string {
  return createHash('sha256').update(`photo ${index}`).digest('hex').slice(0, 32)
}
