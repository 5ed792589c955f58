import type { Piece } from './api-client.ts'
import type { Pictures } from './photos/image-server.ts'

/** A piece with every field. */
export function beanie(pictures: Pictures): Piece {
  return {
    title: 'Harbour Beanie',
    tagline: 'Ribbed, double brim',
    price: 12_500,
    category: 'Beanies',
    imageUrl: pictures.url('beanie'),
    size: 'S / M',
    color: 'Ivory',
    description: 'Merino from the hill country.\nWash by hand.',
  }
}

/** A piece with what is required alone. */
export function bare(pictures: Pictures, title = 'Plain Scarf'): Piece {
  return { title, imageUrl: pictures.url(title) }
}

/** One piece more than the list shows, the oldest first: the very first has dropped out of it. */
export function fullStock(pictures: Pictures): Piece[] {
  const plain = Array.from({ length: 22 }, (_, index) => bare(pictures, `Scarf ${index + 1}`))
  const long = 'A cardigan whose name goes on for longer than any card is wide, with Extraordinarilylongwordsinit'
  return [
    ...plain,
    { ...bare(pictures, long), tagline: 'And a tagline that needs two lines of its own on a phone', price: 1_250.5 },
    bare(pictures),
    beanie(pictures),
  ]
}
