import type { Page } from '@playwright/test'

/** The elements that have moved since the page was first painted. */
export const readLayoutShifts = `new Promise((resolve) => {
  const moved = []
  const observer = new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) moved.push(...sources.map(({ node }) => node?.outerHTML))
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)))
})`

/**
 * Writes the page's HTML again, tag by tag, since a browser may paint between any two. Without the lower ends of cards, which
 * line up with those of cards that come later.
 * @returns all elements with words in the window, and those of them that had more than one place.
 */
export async function writeTagByTag(page: Page, html: string): Promise<Record<'seen' | 'moved', string[]>> {
  return page.evaluate(`(() => {
    const places = new Map()
    const withWords = new Set()
    const hasWords = ({ childNodes }) => [...childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim())
    document.open()
    for (const part of ${JSON.stringify(html)}.split(/(?<=>)/)) {
      document.write(part)
      if (part.startsWith('</')) continue
      let last = document.body
      while (last?.lastElementChild) last = last.lastElementChild
      // What was just written is in the last element, or in one around it.
      for (; last && last !== document.body; last = last.parentElement) {
        if (hasWords(last) || last.matches('input, button')) withWords.add(last)
      }
      for (const element of withWords) {
        const { top, left, width } = element.getBoundingClientRect()
        const isShown = width > 0 && top < innerHeight && element.checkVisibility()
        if (!isShown || element.closest('.card :is(.price, .chip)')) continue
        const place = Math.round(left) + ', ' + Math.round(top + scrollY)
        places.set(element, (places.get(element) ?? new Set()).add(place))
      }
    }
    document.close()
    const describe = ([element, all]) => (element.placeholder ?? element.textContent) + ': ' + [...all].join(' > ')
    const seen = [...places]
    return { seen: seen.map(describe), moved: seen.filter(([, all]) => all.size > 1).map(describe) }
  })()`)
}
