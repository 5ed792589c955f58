import type { MetaDescriptor } from 'react-router'

import { previewSize, previewUrl } from '../src/domain/photo.ts'
import type { PublicShop } from '../src/pages/page.ts'

export interface PageDescription {
  /** The canonical path; `undefined` for a page that says that something is missing. */
  path?: string
  title: string
  /** The title without the shop's name, which link previews show separately. */
  previewTitle: string
  description: string
  /** Absolute, or a path of the shop. */
  imageUrl: string
  /** The image's size in pixels, if known: messengers can then show it at the first share. */
  image?: { width: number; height: number; type: string }
  type?: 'website' | 'product'
}

/** Title, description, canonical URL and link preview of a page. WhatsApp requires one absolute `og:image`. */
export function pageMeta(shop: PublicShop, page: PageDescription): MetaDescriptor[] {
  const url = page.path === undefined ? undefined : shop.origin + page.path
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    ...(url === undefined ? [] : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:site_name', content: shop.name },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: page.previewTitle },
    { property: 'og:description', content: page.description },
    ...(url === undefined ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:image', content: new URL(page.imageUrl, shop.origin).href },
    ...Object.entries(page.image ?? {}).map(([name, value]) => ({
      property: `og:image:${name}`,
      content: String(value),
    })),
  ]
}

/** The picture of a page without one of its own: the photo that the owner chose, or the shop's drawing. */
export function shopPicture({ sharePhoto }: PublicShop): Pick<PageDescription, 'imageUrl' | 'image'> {
  return sharePhoto === null ? { imageUrl: '/share.jpg' } : photoPicture(sharePhoto.id)
}

/** A photo of the shop has a JPEG for link previews, which every messenger can read. */
export function photoPicture(photoId: string): Pick<PageDescription, 'imageUrl' | 'image'> {
  const { width, height } = previewSize
  return { imageUrl: previewUrl(photoId), image: { width, height, type: 'image/jpeg' } }
}

const summaryLength = 80

/** Truncates a text to about 80 characters, at the end of a word. */
export function summarize(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= summaryLength) return line
  const cut = line.lastIndexOf(' ', summaryLength - 1)
  return `${line.slice(0, cut > 0 ? cut : summaryLength - 1).toWellFormed()}…`
}
