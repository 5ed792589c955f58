import type { Item } from '../../src/domain/item.ts'
import { photoUrlAtLeast, srcset } from '../../src/domain/photo.ts'

// The shop's home page and an item's page as minimal static HTML: only what is visible.

const homeStyles = `
*{box-sizing:border-box;margin:0;padding:0}
:root{color-scheme:light dark;--wool:light-dark(#faf5ec,#1b1713);--deep:light-dark(#f0e7d8,#26201a);
--ink:light-dark(#2c221b,#f3eadd);--soft:light-dark(#6a594b,#c0b0a0);--line:light-dark(#e2d6c4,#3a3129);
--rust:light-dark(#9a3f22,#e79a76);--edge:clamp(1rem,4vw,3rem);--xl:clamp(2.5rem,1.8rem + 3.5vw,4.5rem)}
html{background:var(--wool);color:var(--ink);-webkit-text-size-adjust:100%;
font:1rem/1.6 'Avenir Next',Avenir,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif}
body{overflow-wrap:anywhere}
h1,h2,h3{font-family:'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L','Book Antiqua',Georgia,serif;
font-weight:500;line-height:1.2;text-wrap:balance}
a{color:inherit}
header,footer,.list{max-width:76rem;margin:auto;padding:0 var(--edge)}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;padding-block:.375rem}
header a{display:inline-flex;align-items:center;min-height:2.75rem;text-decoration:none}
h1,.list>h2{font-size:clamp(1.375rem,1.2rem + .8vw,1.75rem)}
h1{letter-spacing:-.01em}
nav{display:flex;flex-wrap:wrap;column-gap:1.25rem;font-size:.875rem}
.hero{position:relative;overflow:hidden;background:var(--deep);border:solid var(--line);border-width:1px 0}
.hero div{position:relative;z-index:1;display:grid;gap:.75rem;max-width:76rem;margin:auto;padding:var(--xl) var(--edge)}
.hero h2{max-width:12ch;font-size:clamp(2.25rem,1.6rem + 3.2vw,4rem);line-height:1.05;letter-spacing:-.02em}
.new{color:var(--rust);font-size:.875rem;font-weight:600;letter-spacing:.04em}
.sub{max-width:34ch;color:var(--soft);font-size:1.1875rem}
.go{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}
.go a{display:inline-flex;align-items:center;min-height:3rem;padding:.375rem 1.25rem;border:1px solid var(--rust);
border-radius:99rem;background:var(--rust);color:light-dark(#fffaf3,#2a130a);font-weight:600;line-height:1.25;
text-decoration:none}
.go a+a{background:none;border-color:var(--line);color:var(--ink)}
svg{position:absolute;inset:0 0 0 auto;width:62%;height:100%;
mask-image:linear-gradient(to right,transparent 15%,#000)}
path{fill:var(--line);stroke:var(--deep);stroke-width:1.5}
.list{padding-block:2rem var(--xl)}
.list>h2{margin-bottom:1.25rem}
ul{list-style:none;display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:2rem clamp(.75rem,2.5vw,1.75rem)}
@media(min-width:48rem){ul{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media(min-width:75rem){ul{grid-template-columns:repeat(4,minmax(0,1fr))}}
li{position:relative;display:grid;align-content:start;justify-items:start;gap:.375rem}
.photo{width:100%;overflow:hidden;border-radius:.625rem;background:var(--deep);margin-bottom:.375rem}
img{display:block;width:100%;height:auto;aspect-ratio:4/5;object-fit:cover}
h3{font-size:1.1875rem}
h3 a{text-decoration:none}
h3 a::after{content:'';position:absolute;inset:0}
li p{color:var(--soft);font-size:.875rem;line-height:1.4}
li b{font-weight:600;font-variant-numeric:tabular-nums lining-nums}
li i{padding:.1rem .6rem;border-radius:99rem;background:var(--deep);color:var(--soft);font-size:.875rem;font-style:normal}
footer{padding-block:2rem;color:var(--soft);font-size:.875rem}
`

const itemStyles = `
*{box-sizing:border-box;margin:0;padding:0}
:root{color-scheme:light dark;--wool:light-dark(#faf5ec,#1b1713);--deep:light-dark(#f0e7d8,#26201a);
--ink:light-dark(#2c221b,#f3eadd);--soft:light-dark(#6a594b,#c0b0a0);--rust:light-dark(#9a3f22,#e79a76);
--edge:clamp(1rem,4vw,3rem)}
html{background:var(--wool);color:var(--ink);-webkit-text-size-adjust:100%;
font:1rem/1.6 'Avenir Next',Avenir,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',Arial,sans-serif}
body{overflow-wrap:anywhere}
h1,h2{font-family:'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L','Book Antiqua',Georgia,serif;
font-weight:500;line-height:1.2}
a{color:inherit}
header,main,footer{max-width:76rem;margin:auto;padding:0 var(--edge)}
header{padding-block:.375rem}
header a,.back{display:inline-flex;align-items:center;min-height:2.75rem;text-decoration:none}
h1{font-size:clamp(1.375rem,1.2rem + .8vw,1.75rem)}
nav{display:flex;column-gap:1.25rem;font-size:.875rem}
main{display:grid;gap:1.25rem}
.photo{overflow:hidden;border-radius:.625rem;background:var(--deep)}
img{display:block;width:100%;height:auto}
h2{font-size:clamp(1.75rem,1.6rem + 2vw,3rem)}
.soft{color:var(--soft)}
b{font-size:1.375rem}
i{padding:.1rem .6rem;border-radius:99rem;background:var(--deep);font-size:.875rem;font-style:normal}
.button{display:flex;align-items:center;justify-content:center;min-height:3rem;border-radius:99rem;
background:var(--rust);color:light-dark(#fffaf3,#2a130a);font-weight:600;text-decoration:none}
.text{white-space:pre-line}
footer{padding-block:2rem;font-size:.875rem}
`

const sizes = '(min-width: 75rem) 16.2rem, (min-width: 48rem) 29vw, (min-resolution: 2.5dppx) 30vw, 44.5vw'
const stitch = 'M16 28Q3 19 2-1 15 8 16 28 17 8 30-1 29 19 16 28'

export function writeBareHome(items: readonly Item[]): string {
  return writePage(
    'Stockinette · Warm. Minimal. Knitted.',
    `<meta name="description" content="Hand-crafted beanies, scarves and sweaters, knitted in small batches.">
<link rel="icon" href="data:,">
<style>${homeStyles}</style>`,
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
<style>${itemStyles}</style>`,
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
