import type { MetaDescriptor } from 'react-router'

import { availabilityOf, type Availability } from '../../src/domain/availability.ts'
import { categoryLabel } from '../../src/domain/catalogue/category-names.ts'
import type { Item } from '../../src/domain/item.ts'
import { type Language, localPath } from '../../src/domain/language.ts'
import { formatLocalPrice } from '../../src/domain/local-formats.ts'
import { itemPath } from '../../src/domain/page-paths.ts'
import { imageUrlOf, photoIdsOf } from '../../src/domain/photo.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { photoPicture, summarize } from '../page-meta.ts'
import type { RootData } from '../shop.ts'
import { visitorMeta } from '../visitor-meta.ts'
import { breadcrumbOf, type Crumb } from './breadcrumb.tsx'

/** The texts of {@link itemMeta}. */
export interface ItemMetaTexts {
  readonly priceOnRequest: string
  readonly allPieces: string
}

/** An item's title, link preview and structured data. */
export function itemMeta(root: RootData, item: Item, texts: ItemMetaTexts): MetaDescriptor[] {
  const { shop, language } = root
  const path = itemPath(item.id)
  const category = categoryLabel(shop.categoryNames, item.category)
  const crumbs = breadcrumbOf(item, texts.allPieces, category)
  const urlOf = (each: string) => shop.origin + localPath(each, language, shop.languages)
  return [
    ...visitorMeta(root, {
      path,
      title: item.title,
      description: describe({ ...item, category }, texts.priceOnRequest, language),
      picture: pictureOf(item),
      type: 'product',
    }),
    { 'script:ld+json': toProduct(shop, { ...item, category }, urlOf(path)) },
    { 'script:ld+json': toBreadcrumbList(crumbs, urlOf) },
  ]
}

/** For a page without an item, or with an item that is still loading: the shop's name and image, and no canonical URL. */
export function shopMeta(root: RootData): MetaDescriptor[] {
  const { shop, description } = root
  return visitorMeta(root, { title: shop.name, fullTitle: shop.name, description })
}

function pictureOf(item: Item) {
  const [first] = photoIdsOf(item)
  return first === undefined ? { url: item.imageUrl } : photoPicture(first)
}

/** The URLs of all photos, or the image URL. */
function imageUrls({ imageUrl, photos }: Item, shop: PublicShop): string | string[] {
  const [first, ...others] = photos.map((photo) => new URL(imageUrlOf(photo), shop.origin).href)
  if (first === undefined) return new URL(imageUrl, shop.origin).href
  return others.length > 0 ? [first, ...others] : first
}

function describe(item: Item, priceOnRequest: string, language: Language): string {
  const price = item.price === null ? priceOnRequest : formatLocalPrice(item.price, language)
  const about = item.tagline || item.description || item.category
  return summarize(`${price} · ${about}`)
}

/**
 * One that is made to order is in stock: Google does not know `MadeToOrder`, and `PreOrder` and `BackOrder` need a date from
 * which it is available.
 */
const itemAvailability = {
  available: 'InStock',
  madeToOrder: 'InStock',
  reserved: 'OutOfStock',
  sold: 'SoldOut',
} as const satisfies Record<Availability, string>

/** The item as a schema.org `Product`. Without a price it has no `offers`. */
function toProduct(shop: PublicShop, item: Item, url: string) {
  const { price } = item
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: item.title,
    description: item.description ?? item.tagline,
    image: imageUrls(item, shop),
    sku: item.id,
    category: item.category,
    ...(item.color !== null && { color: item.color }),
    ...(item.size !== null && { size: item.size }),
    ...(price !== null && {
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'LKR',
        availability: `https://schema.org/${itemAvailability[availabilityOf(item)]}`,
        url,
      },
    }),
  }
}

/** The way to the page as a schema.org `BreadcrumbList`. The last crumb is the page itself. */
function toBreadcrumbList(crumbs: readonly Crumb[], urlOf: (path: string) => string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urlOf(path),
    })),
  }
}
