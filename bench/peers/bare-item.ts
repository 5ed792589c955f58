import type { Item } from '../../src/domain/item.ts'

const css = `
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

/**
 * An item's page as minimal static HTML: what is visible in the first screens.
 *
 * @param picture the markup of its photo in the shop's page, without its end, so that both load the same file.
 */
export function writeBareItem(item: Item, picture: string): string {
  const { id, title, tagline, price, category, size, color, description } = item
  const chips = [category, size && `Size: ${size}`, color && `Color: ${color}`].filter(Boolean)
  const text = encodeURIComponent(`Hello! I'm interested in "${title}" (item ${id}).`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stockinette</title>
<link rel="icon" href="data:,">
<style>${css}</style>
<header>
<h1><a href="/">Stockinette</a></h1>
<nav><a href="/">Home</a><a href="https://wa.me/94770000000">WhatsApp</a><a
href="https://www.instagram.com/">Instagram</a><a href="/create">Add item</a></nav>
</header>
<main>
<a class="back" href="/">← Back</a>
<div class="photo">${picture}</picture></div>
<h2>${title}</h2>
<p class="soft">${tagline}</p>
<p>${chips.map((chip) => `<i>${chip}</i>`).join(' ')}</p>
<b>${price === null ? 'Price on request' : `LKR ${price.toLocaleString('en')}`}</b>
<a class="button" href="https://wa.me/94770000000?text=${text}">Enquire on WhatsApp</a>
<p class="text">${description ?? ''}</p>
</main>
<footer>${new Date().getFullYear()} Stockinette</footer>
</html>
`
}
