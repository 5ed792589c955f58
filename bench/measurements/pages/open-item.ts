import { setTimeout } from 'node:timers/promises'

import type { Browser, Page } from '@playwright/test'

import type { Item } from '../../../src/domain/item.ts'
import { addItems } from '../../../test/kit/api-client.ts'
import { openPhone, openSlowPage, startBrowser } from '../../browser/browser.ts'
import { openPage } from '../../clients/visitor.ts'
import { newItems } from '../../data/items.ts'
import { savePhotos } from '../../data/photos.ts'
import { waitUntil } from '../../machine/machine.ts'
import { writeBareHome } from '../../peers/bare-home.ts'
import { writeBareItem } from '../../peers/bare-item.ts'
import { milliseconds, type Figure } from '../../report/figure.ts'
import { alternate, median } from '../../report/statistics.ts'
import { startBareShop } from '../../servers/bare-shop.ts'
import { startShop } from '../../servers/shop.ts'

const rounds = 9
/** The wait after the home page has loaded, for its pictures. */
const settleMs = 3_000

/** From a tap on the newest item's card, on a slow phone. */
export interface OpenedItem {
  /** Until the item's photo is painted. */
  readonly pictureMs: number
  /** From going back until the home page is shown again, from the back/forward cache. */
  readonly backMs: number
}

/** Opening an item from the home page, and going back. Peer: the same pages as static HTML. */
export async function measureOpenItem(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true, isMeasured: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, newItems())
  const { items } = (await (await fetch(`${shop.url}/api/items`)).json()) as { items: Item[] }
  const [item] = items
  if (item === undefined) throw new Error('The shop has no items.')
  const path = `/item/${item.id}`
  await openPage(shop.port)
  const html = await (await fetch(shop.url + path)).text()
  const picture = html.slice(html.indexOf('<picture>'), html.indexOf('</picture>'))
  const pages = { '/': writeBareHome(items), [path]: writeBareItem(item, picture) }
  await using bare = await startBareShop(pages, shop.dataDir)
  await using browser = await startBrowser({ hasBackForwardCache: true })
  const open = ({ port }: { port: number }) => openNewestItem(browser, port)
  await open(shop)
  await open(bare)
  const runs = await alternate(rounds, [shop, bare], open)
  const [ours = [], theirs = []] = [runs.get(shop), runs.get(bare)]
  const compare = (what: string, figure: keyof OpenedItem, maxRatio: number): Figure => {
    const [our, their] = [ours, theirs].map((all) => median(all.map((one) => one[figure])))
    const ratio = median(ours.map((one, round) => one[figure] / (theirs[round]?.[figure] ?? Number.NaN)))
    return {
      what,
      measured: `${ratio.toFixed(2)} of the peer: ${milliseconds(our ?? Number.NaN)}`,
      peer: `static HTML, nginx ${milliseconds(their ?? Number.NaN)}`,
      target: `≤ ${maxRatio} of the peer`,
      isMet: ratio <= maxRatio,
    }
  }
  return [
    compare('from a tap on a card to the item’s picture, on a slow phone', 'pictureMs', 1.25),
    compare('… and back, from the back/forward cache', 'backMs', 1.5),
  ]
}

/** Opens a home page with an empty cache, taps the newest item, and goes back once its photo is painted. */
export async function openNewestItem(browser: Browser, port: number): Promise<OpenedItem> {
  await using context = await openPhone(browser)
  await context.addInitScript(recordTimes)
  const { page } = await openSlowPage(context)
  await page.goto(`http://127.0.0.1:${port}/`)
  await setTimeout(settleMs)
  await page.locator('main h3 a').first().tap({ noWaitAfter: true })
  const pictureMs = await read(page, 'window.pictureMs', 'The photo was not painted.')
  await page.evaluate("localStorage.setItem('backAt', performance.timeOrigin + performance.now())")
  await page.goBack({ waitUntil: 'commit' })
  return { pictureMs, backMs: await read(page, 'window.backMs', 'The home page was not in the back/forward cache.') }
}

async function read(page: Page, expression: string, timeoutMessage: string): Promise<number> {
  let value: number | undefined
  const isKnown = async () => {
    value = await page.evaluate<number | undefined>(expression).catch(() => undefined) // The page may be changing.
    return value !== undefined
  }
  await waitUntil(isKnown, timeoutMessage)
  return value ?? Number.NaN
}

/** Keeps the times in the storage of the origin: they are of two documents. */
const recordTimes = `
  const now = () => performance.timeOrigin + performance.now()
  addEventListener('click', ({ timeStamp }) => {
    localStorage.setItem('tappedAt', performance.timeOrigin + timeStamp)
  }, { capture: true })
  new PerformanceObserver((list) => {
    const paint = list.getEntries().find(({ url }) => url.includes('/photos/'))
    const tappedAt = localStorage.getItem('tappedAt')
    if (paint && tappedAt && location.pathname.startsWith('/item/')) {
      window.pictureMs ??= performance.timeOrigin + paint.startTime - tappedAt
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) requestAnimationFrame(() => setTimeout(() => (window.backMs = now() - localStorage.getItem('backAt'))))
  })
`
