import { setTimeout } from 'node:timers/promises'

import type { Browser } from '@playwright/test'

import type { Item } from '../../../src/domain/item.ts'
import { addItems } from '../../../test/kit/api-client.ts'
import { openPhone, openSlowPage, startBrowser } from '../../browser/browser.ts'
import { openPage } from '../../clients/visitor.ts'
import { newItems } from '../../data/items.ts'
import { savePhotos } from '../../data/photos.ts'
import { writeBareHome } from '../../peers/bare-home.ts'
import { milliseconds, type Figure } from '../../report/figure.ts'
import { alternate, median } from '../../report/statistics.ts'
import { startBareShop } from '../../servers/bare-shop.ts'
import { startShop } from '../../servers/shop.ts'

const rounds = 9
/** The wait after the page has loaded, for lazy pictures. */
const settleMs = 3_000

export interface Visit {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
  /** The time that the main thread computed styles. */
  readonly styleMs: number
}

/** The first visit of the home page with 24 items on a slow phone. Peer: the same page as static HTML. */
export async function measureFirstVisit(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true, isMeasured: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, newItems())
  const { items } = (await (await fetch(`${shop.url}/api/items`)).json()) as { items: Item[] }
  await openPage(shop.port)
  await using bare = await startBareShop({ '/': writeBareHome(items) }, shop.dataDir)
  await using browser = await startBrowser()
  const visit = ({ port }: { port: number }) => visitPage(browser, port)
  await visit(shop)
  await visit(bare)
  const runs = await alternate(rounds, [shop, bare], visit)
  const ours = runs.get(shop) ?? []
  const peers = runs.get(bare) ?? []
  const middle = (of: Visit[], figure: keyof Visit) => median(of.map((one) => one[figure]))
  const compare = (what: string, figure: keyof Visit, maxRatio: number) => {
    const ratio = median(ours.map((one, round) => one[figure] / (peers[round]?.[figure] ?? Number.NaN)))
    return {
      what,
      measured: `${ratio.toFixed(2)} of the peer: ${milliseconds(middle(ours, figure))}`,
      peer: `static HTML, nginx ${milliseconds(middle(peers, figure))}`,
      target: `≤ ${maxRatio} of the peer`,
      isMet: ratio <= maxRatio,
    }
  }
  return [
    compare('first visit on a slow phone: first contentful paint', 'firstPaintMs', 1.15),
    compare('… largest contentful paint', 'largestPaintMs', 1.15),
    compare('… style recalculation', 'styleMs', 1.5),
    {
      what: '… blocked by long tasks',
      measured: milliseconds(middle(ours, 'blockedMs')),
      peer: milliseconds(middle(peers, 'blockedMs')),
      target: '< 20 ms',
      isMet: middle(ours, 'blockedMs') < 20,
    },
    {
      what: '… layout shift, maximum',
      measured: Math.max(...ours.map(({ shift }) => shift)).toFixed(3),
      peer: Math.max(...peers.map(({ shift }) => shift)).toFixed(3),
      target: '0',
      isMet: ours.every(({ shift }) => shift === 0),
    },
  ]
}

/** Opens a page on a slow phone with an empty cache; the home page, unless `path` says otherwise. */
export async function visitPage(browser: Browser, port: number, path = '/'): Promise<Visit> {
  await using context = await openPhone(browser)
  const { page, devTools } = await openSlowPage(context)
  await devTools.send('Performance.enable')
  await page.goto(`http://127.0.0.1:${port}${path}`)
  await setTimeout(settleMs)
  const { metrics } = await devTools.send('Performance.getMetrics')
  const styleSeconds = metrics.find(({ name }) => name === 'RecalcStyleDuration')?.value ?? Number.NaN
  return { ...(await page.evaluate<Omit<Visit, 'styleMs'>>(readPaints)), styleMs: styleSeconds * 1000 }
}

/** Reads the browser's performance entries. A task blocks for the time beyond its first 50 ms. */
const readPaints = `(async () => {
  const read = async (type) => {
    const entries = []
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
    observer.observe({ type, buffered: true })
    await new Promise((resolve) => setTimeout(resolve, 100))
    return entries
  }
  const [paints, largest, tasks, shifts] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'].map(read),
  )
  return {
    firstPaintMs: paints.find(({ name }) => name === 'first-contentful-paint').startTime,
    largestPaintMs: largest.at(-1).startTime,
    blockedMs: tasks.reduce((total, { duration }) => total + Math.max(0, duration - 50), 0),
    shift: shifts.reduce((total, { value }) => total + value, 0),
  }
})()`
