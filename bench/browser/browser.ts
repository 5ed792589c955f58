import { chromium, type Browser, type BrowserContext } from '@playwright/test'

import { findOrDownloadBrowser, forMeasuring } from '../../scripts/test/browser.ts'
import { userAgent } from '../clients/visitor.ts'

// The default user agent, `HeadlessChrome`, counts as a crawler: the shop does not cache pages for crawlers.
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, userAgent }

/** Starts Chromium with a back/forward cache, which Playwright turns off by default. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrDownloadBrowser(forMeasuring),
    args: ['--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

/** A new, empty browser context of a small touch screen. */
export function openPhone(browser: Browser, deviceScaleFactor = 3): Promise<BrowserContext> {
  return browser.newContext({ ...phone, deviceScaleFactor })
}
