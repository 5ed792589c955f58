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
    const all = document.getElementsByTagName('*')
    const parts = ${JSON.stringify(html)}.split(/(?<=>)/)
    let known = 0
    let isBelow = false
    document.open()
    while (parts.length > 0) {
      // Below the window, several tags at a time: what is shown above is measured again all the same.
      const written = parts.splice(0, isBelow ? 20 : 1)
      document.write(written.join(''))
      if (written.every((part) => part.startsWith('</'))) continue
      const last = all[all.length - 1]
      isBelow = last?.getBoundingClientRect().top > innerHeight
      // Words that were just written are in a new element, or in one around the last.
      const changed = []
      for (; known < all.length; known++) changed.push(all[known])
      for (let around = last; around; around = around.parentElement) changed.push(around)
      for (const element of changed) if (hasWords(element) || element.matches('input, button')) withWords.add(element)
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
