import { setTimeout } from 'node:timers/promises'

import { startBrowser, type Page } from '../../browser/browser.ts'
import { addItems } from '../../data/add-items.ts'
import { savePhotos } from '../../data/photos.ts'
import { waitForIdleMachine } from '../../machine/idle-machine.ts'
import { waitUntil } from '../../machine/machine.ts'
import { milliseconds, type Figure } from '../../report/figure.ts'
import { median } from '../../report/statistics.ts'
import { startShop } from '../../servers/shop.ts'

const rounds = 12
const restMs = 250
const settleMs = 1_000

interface Move {
  isPrerendered: boolean
  shownMs: number
  isRestored: boolean
}

/** From the home page to an item with a click and back again, in one tab, with another item each time. */
export async function measureNavigation(): Promise<Figure[]> {
  return [...(await measureShop('production', true)), ...(await measureShop('preview', false))]
}

async function measureShop(name: string, isPublic: boolean): Promise<Figure[]> {
  await using shop = await startShop({ isPublic })
  await savePhotos(shop.dataDir)
  await addItems(shop.url)
  await using browser = await startBrowser()
  await using page = await browser.openPage()
  explainFailures(page)
  const loaded = page.next('Page.loadEventFired')
  await page.send('Preload.enable')
  await page.send('Page.navigate', { url: shop.url })
  await loaded
  const moves: Move[] = []
  for (let round = 0; round < rounds; round++) {
    await waitForIdleMachine()
    moves.push(await moveToItemAndBack(page, round))
  }
  const all = (condition: (move: Move) => boolean) => {
    const count = moves.filter(condition).length
    return { measured: `${count} of ${rounds}`, target: 'always', isMet: count === rounds }
  }
  const shownMs = moves.map((move) => move.shownMs)
  return [
    { what: `home → item, ${name}: prerendered`, ...all(({ isPrerendered }) => isPrerendered) },
    {
      what: '… from the click to the photo, median (slowest)',
      measured: `${milliseconds(median(shownMs))} (${milliseconds(Math.max(...shownMs))})`,
      target: '≤ 250 ms',
      isMet: Math.max(...shownMs) <= 250,
    },
    { what: '… and back: restored from the back/forward cache', ...all(({ isRestored }) => isRestored) },
  ]
}

async function moveToItemAndBack(page: Page, round: number): Promise<Move> {
  await setTimeout(settleMs)
  const { path, x, y } = await page.evaluate<{ path: string; x: number; y: number }>(comeToCard(round))
  const mouse = (type: string, button = 'none') =>
    page.send('Input.dispatchMouseEvent', { type, x, y, button, clickCount: button === 'none' ? 0 : 1 })
  await mouse('mouseMoved')
  await setTimeout(restMs)
  await mouse('mousePressed', 'left')
  const clickedAt = performance.timeOrigin + performance.now()
  await mouse('mouseReleased', 'left').catch(() => undefined) // The page may have been closed by the click.
  await waitUntil(() => isAt(page, path), `${path} was not opened.`)
  await setTimeout(settleMs)
  const { shownAt, isPrerendered } = await page.evaluate<{ shownAt: number; isPrerendered: boolean }>(readItemPage)
  const { entries, currentIndex } = await page.send('Page.getNavigationHistory')
  await page.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1].id })
  await waitUntil(() => isAt(page, '/'), 'The home page did not come back.')
  const isRestored = await page.evaluate<boolean>('globalThis.isRestored === true')
  return { isPrerendered, shownMs: shownAt - clickedAt, isRestored }
}

/** Logs why a page was not prerendered, or not put into the back/forward cache. */
function explainFailures(page: Page): void {
  const say = (text: string) => process.stderr.write(`moving: ${text}\n`)
  page.on('Preload.prerenderStatusUpdated', ({ key, status, prerenderStatus, disallowedMojoInterface }) => {
    const isUnused = prerenderStatus === 'TriggerDestroyed' // The page that requested it was left.
    if (status === 'Failure' && !isUnused) {
      say(`${key.url} was not prerendered: ${prerenderStatus} ${disallowedMojoInterface ?? ''}`)
    }
  })
  page.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    const reasons = (notRestoredExplanations as { reason: string; context?: string }[]).map(
      ({ reason, context }) => reason + (context ? ` (${context})` : ''),
    )
    say(`the home page was not put into the back/forward cache: ${reasons.join(', ')}`)
  })
}

/** `false` also while the tab is between two pages, when a script cannot run. */
function isAt(page: Page, path: string): Promise<boolean> {
  const shown = `document.visibilityState === 'visible' && !document.prerendering && document.readyState === 'complete'`
  return page.evaluate<boolean>(`location.pathname === '${path}' && ${shown}`).catch(() => false)
}

/** Scrolls to a card. `isRestored` is set only if the page comes back from the back/forward cache. */
const comeToCard = (index: number) => `(() => {
  delete globalThis.isRestored
  addEventListener('pageshow', ({ persisted }) => { globalThis.isRestored = persisted }, { once: true })
  const card = document.querySelectorAll('[data-id]')[${index}]
  card.scrollIntoView({ behavior: 'instant', block: 'center' })
  const { x, y, width, height } = card.getBoundingClientRect()
  return { path: '/item/' + card.dataset.id, x: x + width / 2, y: y + height / 2 }
})()`

/**
 * When the item's photo was painted, by the same clock as the click: it is the largest element of the page, and a
 * prerendered page is painted only when it is shown. The way of the click to the browser is included.
 */
const readItemPage = `new Promise((resolve, reject) => {
  const [{ activationStart }] = performance.getEntriesByType('navigation')
  const observer = new PerformanceObserver((list) => {
    const picture = list.getEntries().find(({ element }) => element instanceof HTMLImageElement)
    if (!picture) return
    resolve({ shownAt: performance.timeOrigin + picture.startTime, isPrerendered: activationStart > 0 })
  })
  observer.observe({ type: 'largest-contentful-paint', buffered: true })
  setTimeout(() => reject(new Error('The photo was not shown.')), 5_000)
})`
