import type { NewItem } from './api-client.ts'
import type { ImageServer } from './photos/image-server.ts'

/** An item with every field. */
export function beanie(images: ImageServer): NewItem {
  return {
    title: 'Harbour Beanie',
    tagline: 'Ribbed, double brim',
    price: 12_500,
    category: 'Beanies',
    imageUrl: images.url('beanie'),
    size: 'S / M',
    color: 'Ivory',
    description: 'Merino from the hill country.\nWash by hand.',
  }
}

/** An item with the required fields only. */
export function minimalItem(images: ImageServer, title = 'Plain Scarf'): NewItem {
  return { title, imageUrl: images.url(title) }
}

/** One item more than the list shows, oldest first: the first one is no longer in the list. */
export function fullStock(images: ImageServer): NewItem[] {
  const plain = Array.from({ length: 22 }, (_, index) => minimalItem(images, `Scarf ${index + 1}`))
  const long = 'A cardigan whose name goes on for longer than any card is wide, with Extraordinarilylongwordsinit'
  return [
    ...plain,
    {
      ...minimalItem(images, long),
      tagline: 'And a tagline that needs two lines of its own on a phone',
      price: 1_250.5,
    },
    minimalItem(images),
    beanie(images),
  ]
}
