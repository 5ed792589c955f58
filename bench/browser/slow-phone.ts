import { setTimeout } from 'node:timers/promises'

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

import { waitUntil } from '../machine/machine.ts'
import { openPhone } from './browser.ts'

/** "Slow 4G" of Chrome's DevTools: throughput in bytes a second, latency in milliseconds. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** How many times slower than this machine the phone is. */
const cpuSlowdown = 4

/** The wait after the page has loaded, for lazy pictures. */
const settleMs = 3_000

export interface Visit {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
  /** The time of all tasks of the main thread until it was quiet. */
  readonly mainThreadMs: number
}

/** From a tap on the newest item's card. */
export interface OpenedItem {
  /** Until the item's photo is painted. */
  readonly pictureMs: number
  /** From going back until the home page is shown again, from the back/forward cache. */
  readonly backMs: number
}

/** Opens a page with an empty cache; the home page, unless `path` says otherwise. */
export async function visitPage(browser: Browser, port: number, path = '/'): Promise<Visit> {
  await using context = await openPhone(browser)
  const { page, devTools } = await openSlowPage(context)
  await devTools.send('Performance.enable')
  await page.goto(`http://127.0.0.1:${port}${path}`)
  await setTimeout(settleMs)
  const { metrics } = await devTools.send('Performance.getMetrics')
  const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  return { ...(await page.evaluate<Omit<Visit, 'mainThreadMs'>>(readPaints)), mainThreadMs: taskSeconds * 1000 }
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

/** A page with a slow network and a slow main thread. */
async function openSlowPage(context: BrowserContext): Promise<{ page: Page; devTools: CDPSession }> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, devTools }
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
