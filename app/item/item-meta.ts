import type { MetaDescriptor } from 'react-router'

import type { Item } from '../../src/domain/item.ts'
import { formatPrice } from '../../src/domain/money.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { imageUrlOf, photoIdsOf, previewSize, previewUrl } from '../../src/domain/photo.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { pageMeta, summarize } from '../page-meta.ts'
import type { RootData } from '../shop.ts'

/** An item's title, link preview and structured data. */
export function itemMeta(shop: PublicShop, item: Item, priceOnRequest: string): MetaDescriptor[] {
  const path = itemPath(item.id)
  return [
    ...pageMeta(shop, {
      path,
      title: `${item.title} · ${shop.name}`,
      previewTitle: item.title,
      description: describe(item, priceOnRequest),
      ...previewOf(item),
      type: 'product',
    }),
    { 'script:ld+json': productOf(shop, item, path) },
  ]
}

/** A page without an item, or whose item is not here yet: the shop's own name and picture, and no address. */
export function shopMeta({ shop, description }: RootData): MetaDescriptor[] {
  return pageMeta(shop, {
    title: shop.name,
    previewTitle: shop.name,
    description,
    imageUrl: '/share.jpg',
  })
}

/** Of our own photos there is a picture made for previews; JPEG, in which every messenger can read it. */
function previewOf(item: Item) {
  const [first] = photoIdsOf(item)
  if (first === undefined) return { imageUrl: item.imageUrl }
  const { width, height } = previewSize
  return { imageUrl: previewUrl(first), image: { width, height, type: 'image/jpeg' } }
}

/** Every picture that the page shows, of our own where there are such. */
function picturesOf({ imageUrl, photos }: Item, shop: PublicShop): string | string[] {
  const [first, ...others] = photos.map((photo) => new URL(imageUrlOf(photo), shop.origin).href)
  if (first === undefined) return new URL(imageUrl, shop.origin).href
  return others.length > 0 ? [first, ...others] : first
}

function describe(item: Item, priceOnRequest: string): string {
  const price = item.price === null ? priceOnRequest : formatPrice(item.price)
  const about = item.tagline || item.description || item.category
  return summarize(`${price} · ${about}`)
}

/**
 * The item as a schema.org `Product`. Without a price there is no `offers`: a price of 0 would be a false promise.
 */
function productOf(shop: PublicShop, item: Item, path: string) {
  const { price } = item
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.title,
    description: item.description ?? item.tagline,
    image: picturesOf(item, shop),
    sku: item.id,
    category: item.category,
    ...(item.color !== null && { color: item.color }),
    ...(item.size !== null && { size: item.size }),
    ...(price !== null && {
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'LKR',
        availability: `https://schema.org/${item.sold ? 'SoldOut' : 'InStock'}`,
        url: shop.origin + path,
      },
    }),
  }
}
