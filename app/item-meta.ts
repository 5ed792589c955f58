import type { MetaDescriptor } from 'react-router'

import type { Item } from '../src/domain/item.ts'
import { item as words, site } from '../src/domain/messages.ts'
import { formatPrice } from '../src/domain/money.ts'
import { photoOf, previewUrl } from '../src/domain/photo.ts'
import type { PublicShop } from '../src/http/page.ts'
import { pageMeta, summarize } from './page-meta.ts'

/** An item's title, link preview and structured data. */
export function itemMeta(shop: PublicShop, item: Item): MetaDescriptor[] {
  const path = `/item/${item.id}`
  return [
    ...pageMeta(shop, {
      path,
      title: `${item.title} · ${shop.name}`,
      previewTitle: item.title,
      description: describe(item),
      imageUrl: previewOf(item.imageUrl),
      type: 'product',
    }),
    { 'script:ld+json': productOf(shop, item, path) },
  ]
}

/** A page whose item is missing, or not here yet: the shop speaks for itself. */
export function shopMeta(shop: PublicShop, path: string): MetaDescriptor[] {
  return pageMeta(shop, {
    path,
    title: shop.name,
    previewTitle: shop.name,
    description: site.description,
    imageUrl: '/share.jpg',
  })
}

/** Of our own photos there is a picture made for previews; JPEG, in which every messenger can read it. */
function previewOf(imageUrl: string): string {
  const photo = photoOf(imageUrl)
  return photo ? previewUrl(photo.id) : imageUrl
}

function describe(item: Item): string {
  const price = item.price === null ? words.priceOnRequest : formatPrice(item.price)
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
    image: new URL(item.imageUrl, shop.origin).href,
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
