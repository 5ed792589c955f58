import type { NewItem } from './api-client.ts'
import { images } from './photos/image-server.ts'

/** An item with every field. */
export const beanie: NewItem = {
  title: 'Harbour Beanie',
  tagline: 'Ribbed, double brim',
  price: 12_500,
  category: 'Beanies',
  imageUrl: images.url('beanie'),
  size: 'S / M',
  color: 'Ivory',
  description: 'Merino from the hill country.\nWash by hand.',
}

/** An ordinary piece in three colours. None of its words is one of the shop's. */
export const yoke: NewItem = {
  ...beanie,
  title: 'Midnight Yoke Sweater',
  category: 'Sweaters',
  size: 'S / M / L',
  color: 'Navy, ivory, mustard',
}

/** An item with the required fields only. */
export function minimalItem(title = 'Plain Scarf'): NewItem {
  return { title, imageUrl: images.url(title) }
}

/** Items with the required fields only, `Scarf 1` first. */
export function scarves(count: number): NewItem[] {
  return Array.from({ length: count }, (_, index) => minimalItem(`Scarf ${index + 1}`))
}

/** One item more than the list shows, oldest first: the first one is no longer in the list. `Shawls` is the last category. */
export function fullStock(): NewItem[] {
  const long = 'A cardigan whose name goes on for longer than any card is wide, with Extraordinarilylongwordsinit'
  return [
    ...scarves(21),
    { ...minimalItem('Lace Shawl'), category: 'Shawls' },
    { ...minimalItem(long), tagline: 'And a tagline that needs two lines of its own on a phone', price: 1_250.5 },
    minimalItem(),
    beanie,
  ]
}
