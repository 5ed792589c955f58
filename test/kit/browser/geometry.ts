import type { Page } from '@playwright/test'

import { resize } from './resize.ts'
import { expect } from './shop-fixtures.ts'

/** Phones, a tablet, laptops and a large screen: width and height. */
const screens = [
  [320, 740],
  [360, 740],
  [768, 1024],
  [1024, 600],
  [1280, 800],
  [1920, 1080],
] as const

/** Texts of any length, which end with an ellipsis where there is no room. */
const cutByDesign = [
  '.cut',
  '.card .tagline',
  '.card .chip',
  '.breadcrumb [aria-current]',
  '.row-text h3',
  '.link-text p',
]

/** Texts that also do if they are as long as they can be. */
const cutIfLongest = ['.brand', '.breadcrumb']

/** What browsers call the font size, usual and 200%, each in one of the colour schemes. */
const texts = [
  { size: 16, colorScheme: 'light' },
  { size: 32, colorScheme: 'dark' },
] as const

interface GeometryOptions {
  /** Whether the texts of the page are as long as they can be. */
  readonly longestTexts?: boolean
}

/**
 * Checks on each screen, with usual and with large text: no two texts overlap, no text is cut, out of reach or wider than its
 * element, and nothing is wider than the window. The page is resized, not loaded again.
 */
export async function expectSoundGeometry(page: Page, { longestTexts = false }: GeometryOptions = {}): Promise<void> {
  const cut = longestTexts ? [...cutByDesign, ...cutIfLongest] : cutByDesign
  const session = await page.context().newCDPSession(page)
  const faults: string[] = []
  for (const { size, colorScheme } of texts) {
    await page.emulateMedia({ colorScheme })
    await session.send('Page.setFontSizes', { fontSizes: { standard: size } })
    for (const [width, height] of screens) {
      await resize(page, width, height)
      const found = await page.evaluate<string[]>(`(${findFaults})(${JSON.stringify(cut.join())})`)
      faults.push(...found.map((fault) => `${width} × ${height}, text of ${size} px: ${fault}`))
    }
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: texts[0].size } })
  await session.detach()
  expect(faults).toEqual([])
}

/**
 * Runs in the page. Text is measured by the boxes of its lines as far as they are in sight, without the room above and
 * below letters. What is fixed or sticky, and the search that opens over a page, may cover other text, but not its own.
 */
const findFaults = `(cutByDesign) => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isText = (text) => text.data.trim() !== '' && isShown(text.parentElement)

  // Of an element and of what it is in: what clips it, whether that scrolls, and the layer above the page.
  const places = new Map([[null, { clips: [], isScrolled: false, layer: null }]])
  const placeOf = (element) => {
    if (!places.has(element)) {
      const { clips, isScrolled, layer } = placeOf(element.parentElement)
      const { overflowX, position } = getComputedStyle(element)
      places.set(element, {
        clips: overflowX === 'visible' ? clips : [...clips, element.getBoundingClientRect()],
        isScrolled: isScrolled || /auto|scroll/.test(overflowX),
        layer: /fixed|sticky/.test(position) || element.matches('.header-search form') ? element : layer,
      })
    }
    return places.get(element)
  }

  const range = document.createRange()
  const linesOf = (text) => {
    const { clips } = placeOf(text.parentElement)
    range.setStart(text, text.data.search(/\\S/))
    range.setEnd(text, text.data.trimEnd().length)
    return [...range.getClientRects()].map(({ left, right, top, bottom, height }) => ({
      left: Math.max(left, ...clips.map((clip) => clip.left)),
      right: Math.min(right, ...clips.map((clip) => clip.right)),
      top: Math.max(top + height * 0.2, ...clips.map((clip) => clip.top)),
      bottom: Math.min(bottom - height * 0.2, ...clips.map((clip) => clip.bottom)),
    }))
  }
  const lines = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (!isText(text) || text.parentElement.closest('svg, select, script, style, .visually-hidden')) continue
    const { layer } = placeOf(text.parentElement)
    for (const line of linesOf(text)) {
      if (line.right - line.left > 1 && line.bottom - line.top > 1) lines.push({ text, layer, ...line })
    }
  }
  const overlap = (a, b) =>
    a.text !== b.text &&
    a.layer === b.layer &&
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  const faults = lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .map((other) => ['overlap:', one.text.data.trim().slice(0, 60), '|', other.text.data.trim().slice(0, 60)].join(' ')),
  )

  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
  const outside = new Set()
  for (const element of document.querySelectorAll('body, body *')) {
    if (!isShown(element) || element.closest('svg, .visually-hidden, ' + cutByDesign)) continue
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    const isOutside = width > 0 && (left < -0.5 || right > innerWidth + 0.5)
    const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
    const hidesText = () => /hidden|clip/.test(getComputedStyle(element).overflowX) && element.innerText !== ''
    const hasText = () => [...element.childNodes].some(({ nodeName }) => nodeName === '#text')
    const isWider = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    const start = element.outerHTML.slice(0, 160)
    if (isOutside && !placeOf(element.parentElement).isScrolled) {
      if (!outside.has(element.parentElement)) faults.push('outside the window: ' + start)
      outside.add(element)
    }
    const isFixed = () => getComputedStyle(element).position === 'fixed'
    const scrolls = () => /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollTop === 0
    const isAbove = (child) => child.getBoundingClientRect().top < top - 0.5
    if ([...element.children].some(isAbove) && scrolls()) faults.push('out of reach above its start: ' + start)
    if ((top < -0.5 || bottom > innerHeight + 0.5) && isFixed()) faults.push('fixed, and higher than the window: ' + start)
    if (isCut && hidesText()) faults.push('cut: ' + start)
    else if (isWider && hasText() && !element.matches('input, select, textarea')) faults.push('wider than its element: ' + start)
  }
  return faults
}`
