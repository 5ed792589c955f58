import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'

import { findOrDownloadBrowser } from '../../scripts/test/browser.ts'

/** Not the default, `HeadlessChrome`, which counts as a crawler: the shop does not cache pages for crawlers. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36'

export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

/** "Slow 4G" of Chrome's DevTools: throughput in bytes a second, latency in milliseconds. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** How many times slower than this machine the phone is. */
const cpuSlowdown = 4

/** @param hasBackForwardCache Playwright turns it off by default. */
export function startBrowser({ hasBackForwardCache = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrDownloadBrowser(),
    args: ['--disable-gpu'],
    ignoreDefaultArgs: hasBackForwardCache ? ['--disable-back-forward-cache'] : [],
  })
}

/** A new, empty browser context of a small touch screen. */
export function openPhone(browser: Browser, deviceScaleFactor = 3): Promise<BrowserContext> {
  return browser.newContext({ ...phone, userAgent, deviceScaleFactor })
}

/** A page with a slow network and a slow main thread. */
export async function openSlowPage(context: BrowserContext): Promise<{ page: Page; devTools: CDPSession }> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return { page, devTools }
}
