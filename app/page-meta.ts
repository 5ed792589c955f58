import type { MetaDescriptor } from 'react-router'

import { previewSize, previewUrl } from '../src/domain/photo.ts'
import type { PublicShop } from '../src/pages/page.ts'

export interface PageDescription {
  /** The canonical path; `undefined` for a page that says that something is missing. */
  path?: string
  /** Without the shop's name, which link previews show separately. */
  title: string
  /** With the shop's name, which otherwise follows. */
  fullTitle?: string
  description: string
  /** By default the photo that the owner chose, or the shop's drawing. */
  picture?: Picture | undefined
  type?: 'website' | 'product'
}

interface Picture {
  /** Absolute, or a path of the shop. */
  url: string
  /** In pixels, if known: messengers can then show it at the first share. */
  size?: { width: number; height: number; type: string }
}

/** Title, description, canonical URL and link preview of a page. WhatsApp requires one absolute `og:image`. */
export function pageMeta(shop: PublicShop, page: PageDescription): MetaDescriptor[] {
  const { title, fullTitle = `${title} · ${shop.name}`, picture = shopPicture(shop) } = page
  const url = page.path === undefined ? undefined : shop.origin + page.path
  return [
    { title: fullTitle },
    { name: 'description', content: page.description },
    ...(url === undefined ? [] : [{ tagName: 'link' as const, rel: 'canonical', href: url }]),
    { property: 'og:site_name', content: shop.name },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    ...(url === undefined ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:image', content: new URL(picture.url, shop.origin).href },
    ...Object.entries(picture.size ?? {}).map(([name, value]) => ({
      property: `og:image:${name}`,
      content: String(value),
    })),
  ]
}

function shopPicture({ sharePhoto }: PublicShop): Picture {
  return sharePhoto === null ? preview('/share.jpg') : photoPicture(sharePhoto.id)
}

/** A photo of the shop has a JPEG for link previews, which every messenger can read. */
export function photoPicture(photoId: string): Picture {
  return preview(previewUrl(photoId))
}

function preview(url: string): Picture {
  const { width, height } = previewSize
  return { url, size: { width, height, type: 'image/jpeg' } }
}

const summaryLength = 80

/** Truncates a text to about 80 characters, at the end of a word. */
export function summarize(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= summaryLength) return line
  const cut = line.lastIndexOf(' ', summaryLength - 1)
  return `${line.slice(0, cut > 0 ? cut : summaryLength - 1).toWellFormed()}…`
}
