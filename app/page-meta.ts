import type { MetaDescriptor } from 'react-router'

import type { PublicShop } from '../src/pages/page.ts'

interface PageDescription {
  /** Where the page is; `undefined` for a page that says that something is missing, wherever that is. */
  path?: string
  title: string
  /** The title without the shop's name: a link preview shows that beside it. */
  previewTitle: string
  description: string
  /** On the web, or a path of ours. */
  imageUrl: string
  /** Of that image, in pixels, where it is known: the preview of a link that was never shared has its picture at once then. */
  image?: { width: number; height: number; type: string }
  type?: 'website' | 'product'
}

/**
 * Title, description, canonical address and link preview of a page.
 * One `og:image`, absolute: WhatsApp's rule for a preview with a picture.
 */
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

/** Cuts a text for people to about `length` characters, at a word's end. */
export function summarize(text: string, length = 80): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.lastIndexOf(' ', length - 1)
  return `${line.slice(0, cut > 0 ? cut : length - 1).toWellFormed()}…`
}
