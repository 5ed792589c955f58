import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Item } from '../../src/domain/item.ts'
import { photoUrlAtLeast, srcset } from '../../src/domain/photo.ts'

// The shop's home page and an item's page as minimal static HTML: only what is visible.

/** Without line breaks, as the shop's own. */
function stylesOf(page: 'home' | 'item'): string {
  const lines = readFileSync(join(import.meta.dirname, `bare-${page}.css`), 'utf8').split('\n')
  return lines.map((line) => line.trim()).join('')
}

const sizes = '(min-width: 75rem) 16.2rem, (min-width: 48rem) 29vw, (min-resolution: 2.5dppx) 30vw, 44.5vw'
const stitch = 'M16 28Q3 19 2-1 15 8 16 28 17 8 30-1 29 19 16 28'

export function writeBareHome(items: readonly Item[]): string {
  return writePage(
    'Stockinette · Warm. Minimal. Knitted.',
    `<meta name="description" content="Hand-crafted beanies, scarves and sweaters, knitted in small batches.">
<link rel="icon" href="data:,">
<style>${stylesOf('home')}</style>`,
    `<main>
<section class="hero">
<div>
<p class="new">New • Hand-crafted</p>
<h2>Warm. Minimal. Knitted.</h2>
<p class="sub">Small-batch designer pieces for cool days and cozy nights.</p>
<p class="go"><a href="#list">Shop Collection</a><a href="/">View All</a></p>
</div>
<svg><pattern id="stitch" width="32" height="22" patternUnits="userSpaceOnUse"><path d="${stitch}"
transform="translate(0 -22)"/><path d="${stitch}"/></pattern><rect width="100%" height="100%" fill="url(#stitch)"/></svg>
</section>
<section class="list" id="list">
<h2>The collection</h2>
<ul>
${items.map(writeCard).join('\n')}
</ul>
</section>
</main>
<footer><p>${new Date().getFullYear()} Stockinette</p></footer>`,
  )
}

/**
 * What is visible in the first screens of an item's page.
 *
 * @param picture the markup of its photo in the shop's page, without its end, so that both load the same file.
 */
export function writeBareItem(item: Item, picture: string): string {
  const { id, title, tagline, price, category, size, color, description } = item
  const chips = [category, size && `Size: ${size}`, color && `Color: ${color}`].filter(Boolean)
  const text = encodeURIComponent(`Hello! I'm interested in "${title}" (item ${id}).`)
  return writePage(
    `${title} · Stockinette`,
    `<link rel="icon" href="data:,">
<style>${stylesOf('item')}</style>`,
    `<main>
<a class="back" href="/">← Back</a>
<div class="photo">${picture}</picture></div>
<h2>${title}</h2>
<p class="soft">${tagline}</p>
<p>${chips.map((chip) => `<i>${chip}</i>`).join(' ')}</p>
<b>${price === null ? 'Price on request' : `LKR ${price.toLocaleString('en')}`}</b>
<a class="button" href="https://wa.me/94770000000?text=${text}">Enquire on WhatsApp</a>
<p class="text">${description ?? ''}</p>
</main>
<footer>${new Date().getFullYear()} Stockinette</footer>`,
  )
}

function writePage(title: string, head: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
<header>
<h1><a href="/">Stockinette</a></h1>
<nav><a href="/">Home</a><a href="https://wa.me/94770000000">WhatsApp</a><a
href="https://www.instagram.com/">Instagram</a><a href="/create">Add item</a></nav>
</header>
${content}
</html>
`
}

function writeCard({ id, title, tagline, price, category, photos }: Item, index: number): string {
  const priceText = price === null ? '—' : `LKR ${price.toLocaleString('en')}`
  const loading = index === 0 ? 'fetchpriority="high"' : 'loading="lazy"'
  const [photo] = photos
  if (photo === undefined) throw new Error('An item has no photo.')
  return `<li><a class="photo" href="/item/${id}"><picture><source type="image/avif"
srcset="${srcset(photo, 'avif', [360, 540, 720])}" sizes="${sizes}"><img
src="${photoUrlAtLeast(photo, 540, 'webp')}" alt="" width="960" height="1200" decoding="async" ${loading}></picture></a>
<h3><a href="/item/${id}">${title}</a></h3><p>${tagline}</p><b>${priceText}</b><i>${category}</i>`
}
