import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Item } from '../../src/domain/item.ts'
import { photoUrlAtLeast, srcset, type Photo } from '../../src/domain/photo.ts'
import { filledSettings } from '../data/shop-settings.ts'

// The shop's pages as a person would write them by hand: only what is visible, with all settings filled in. Buttons that need a
// script do nothing.

/** Without line breaks, as the shop's own. */
function stylesOf(page: 'home' | 'item'): string {
  const lines = readFileSync(join(import.meta.dirname, `bare-${page}.css`), 'utf8').split('\n')
  return lines.map((line) => line.trim()).join('')
}

const cardSizes = '(min-width: 75rem) 16.2rem, (min-width: 48rem) 29vw, (min-resolution: 2.5dppx) 30vw, 44.5vw'
const { headline, eyebrow, sub, place, about, care, delivery, replyTime, deliveryLine, knittedIn } = filledSettings

interface Picture {
  readonly photo: Photo
  readonly sizes: string
  readonly widths?: readonly number[]
  readonly fallback: number
  readonly loading: string
}

/**
 * @param covers the newest item of each category, in the order of the row.
 * @param photos of the settings: the hero's and the maker's.
 */
export function writeBareHome(
  items: readonly Item[],
  covers: readonly Item[],
  photos: { readonly hero: Photo; readonly maker: Photo },
): string {
  const face = photoUrlAtLeast(photos.maker, 192)
  return writePage(
    `Stockinette · ${headline}`,
    'home',
    `<main>
<section class="hero">
${writePicture({ photo: photos.hero, sizes: '(min-resolution: 2.5dppx) 67vw, 100vw', fallback: 1080, loading: 'fetchpriority="high"' })}
<div>
<p class="new">${eyebrow}</p>
<h2>${headline}</h2>
<p class="sub">${sub}</p>
<p class="go"><a class="button" href="#list">Shop Collection</a><a href="/">View All</a></p>
</div>
</section>
<ul class="row">
${covers.map(writeCategory).join('\n')}
</ul>
<section class="maker">
<img src="${face}" alt="" width="96" height="96" loading="lazy" decoding="async">
<div><h2>The maker</h2><p class="soft">${place}</p><p>${about}</p></div>
</section>
<section class="list" id="list">
<h2>The collection</h2>
${writeCards(items)}
<p class="go"><a class="button" href="/pieces">See all pieces</a></p>
</section>
<section class="list"><h2>Payment and delivery</h2><p>${delivery}</p></section>
</main>`,
  )
}

/** A list of pieces, with what its filters offer. */
export function writeBareList(
  title: string,
  items: readonly Item[],
  categories: readonly (readonly [string, number])[],
) {
  const options = (values: readonly (string | null)[]) =>
    [...Map.groupBy(values, (value) => value)].map(
      ([value, { length }]) => `<option value="${value}">${value} (${length})`,
    )
  const label = (text: string, field: string) => `<label>${text}${field}</label>`
  return writePage(
    `${title} · Stockinette`,
    'home',
    `<main>
<section class="list">
<h2>${title}</h2>
<p class="soft">${items.length} pieces</p>
<form class="search"><input type="search" name="q" aria-label="Search" placeholder="Search"><button class="button">Search</button></form>
<ul class="kinds"><li><a href="/pieces">All pieces <span>24</span></a>
${categories.map(([name, count]) => `<li><a href="/pieces/${name}">${name} <span>${count}</span></a>`).join('\n')}</ul>
<details><summary>Filters</summary><form>
${label('Sort by', '<select name="sort"><option>Newest first<option>Price, low to high<option>Price, high to low</select>')}
${label('Size', `<select name="size"><option>Any size${options(items.map(({ size }) => size)).join('')}</select>`)}
${label('Color', `<select name="color"><option>Any color${options(items.map(({ color }) => color)).join('')}</select>`)}
${label('Price from', '<input name="min" inputmode="numeric">')}${label('to', '<input name="max" inputmode="numeric">')}
${label('Available only', '<input type="checkbox" name="available" value="1">')}
<button class="button">Show pieces</button></form></details>
${writeCards(items, true)}
</section>
</main>`,
  )
}

/**
 * @param pictures of the item and of the maker: their markup in the shop's page, so that both load the same files.
 * @param others the cards below it.
 */
export function writeBareItem(
  { id, title, tagline, price, category, size, color, description }: Item,
  pictures: Readonly<Record<'item' | 'maker', string>>,
  others: readonly Item[],
): string {
  const chips = [category, size && `Size: ${size}`, color && `Color: ${color}`].filter(Boolean)
  const text = `Hello! I'm interested in "${title}" (item ${id}).\nSize: ${size}\nPrice: ${writePrice(price)}`
  return writePage(
    `${title} · Stockinette`,
    'item',
    `<main>
<p class="way"><a href="/">← Back</a> <a href="/pieces">All pieces</a> › <a href="/pieces/${category}">${category}</a> › ${title}</p>
<div class="photo">${pictures.item}</div>
<h2>${title}</h2>
<p class="soft">${tagline}</p>
<p>${chips.map((chip) => `<a class="chip" href="/pieces/${category}">${chip}</a>`).join(' ')}</p>
<p class="ask"><b>${writePrice(price)}</b> <button>Add to enquiry</button></p>
<a class="button" href="https://wa.me/94770000000?text=${encodeURIComponent(text)}">${icon('chat')}Enquire on WhatsApp</a>
<details><summary>Other ways to ask</summary><textarea rows="6">${text}</textarea><button>Copy the message</button>
<figure><img src="/qr/${id}.svg" alt="" width="160" height="160" loading="lazy"><figcaption>Scan this to open the piece on your
phone</figcaption></figure></details>
<p class="soft">${icon('chat')} ${replyTime}<br>${icon('parcel')} ${deliveryLine}<br>${icon('pin')} ${knittedIn}</p>
<button>Share</button>
<p class="text">${description ?? ''}</p>
<dl><dt>Care<dd>${care}</dl>
<details><summary>Payment and delivery</summary><p>${delivery}</p></details>
<section class="maker">${pictures.maker}<div><h3>The maker</h3><p class="soft">${place}</p><p>${about}</p></div></section>
<section><h3>More pieces</h3>
<ul>
${others.map(writeOther).join('\n')}
</ul>
</section>
</main>`,
  )
}

function writePage(title: string, styles: 'home' | 'item', main: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="Hand-crafted beanies, scarves and sweaters, knitted in small batches.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${stylesOf(styles)}</style>
<header>
<h1><a href="/">Stockinette</a></h1>
<details><summary aria-label="Search">${icon('glass')}</summary><form action="/pieces"><input type="search" name="q"
placeholder="Search all pieces"><button class="button">Search</button></form></details>
<nav><a href="/">Home</a><a href="https://wa.me/94770000000">WhatsApp</a><a
href="https://www.instagram.com/">Instagram</a><a href="/create">Add item</a></nav>
</header>
${main}
<footer><p>${place}</p><p><a href="https://wa.me/94770000000">WhatsApp: +94 77 000 0000</a> <a
href="https://www.instagram.com/">@stockinette</a></p><p>${new Date().getFullYear()} Stockinette</p></footer>
</html>
`
}

/** Paths of icons. */
const icons = {
  chat: 'M4 5h16v11H9l-5 4Z',
  parcel: 'm4 8 8-4 8 4v8l-8 4-8-4Zl8 4 8-4m-8 4v8',
  pin: 'M12 21s-6-5.5-6-11a6 6 0 1 1 12 0c0 5.5-6 11-6 11Zm0-13a2 2 0 1 0 0 4 2 2 0 1 0 0-4',
  glass: 'M10.5 4a6 6 0 1 0 0 13 6 6 0 1 0 0-13m4.5 11 5 5',
}

function icon(name: keyof typeof icons): string {
  return `<svg viewBox="0 0 24 24" width="20" height="20"><path d="${icons[name]}"/></svg>`
}

function writePicture({ photo, sizes, widths, fallback, loading }: Picture): string {
  return `<picture><source type="image/avif" srcset="${srcset(photo, 'avif', widths)}" sizes="${sizes}"><img
src="${photoUrlAtLeast(photo, fallback)}" alt="" width="960" height="1200" decoding="async" ${loading}></picture>`
}

function writeCategory({ category, photos: [photo] }: Item): string {
  if (photo === undefined) throw new Error('An item has no photo.')
  const picture = writePicture({ photo, sizes: '9rem', widths: [180, 360], fallback: 360, loading: 'loading="lazy"' })
  return `<li><a href="/pieces/${category}">${picture}${category}</a>`
}

function writeCards(items: readonly Item[], isFirstInSight = false): string {
  const cards = items.map((item, index) => writeCard(item, isFirstInSight && index === 0))
  return `<ul>\n${cards.join('\n')}\n</ul>`
}

function writeCard(item: Item, isInSight: boolean): string {
  const { id, title, tagline, price, category } = item
  return `<li><a class="photo" href="/item/${id}">${writeCardPicture(item, isInSight)}</a><button class="add">+</button>
<h3><a href="/item/${id}">${title}</a></h3><p>${tagline}</p><b>${writePrice(price, '—')}</b>
<span>${category}</span>`
}

/** A card below a piece. */
function writeOther(item: Item): string {
  return `<li><a href="/item/${item.id}">${writeCardPicture(item)}${item.title}</a><p class="soft">${writePrice(item.price)}</p>`
}

function writeCardPicture({ photos: [photo] }: Item, isInSight = false): string {
  if (photo === undefined) throw new Error('An item has no photo.')
  const loading = isInSight ? 'fetchpriority="high"' : 'loading="lazy"'
  return writePicture({ photo, sizes: cardSizes, widths: [360, 540, 720], fallback: 540, loading })
}

function writePrice(price: number | null, unknown = 'Price on request'): string {
  return price === null ? unknown : `LKR ${price.toLocaleString('en')}`
}
