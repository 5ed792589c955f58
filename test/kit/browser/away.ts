import type { Page } from '@playwright/test'

/** Simulates a hidden tab. */
export async function whileHidden(page: Page, work: () => Promise<unknown>): Promise<void> {
  const setHidden = (isHidden: boolean) =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })
      document.dispatchEvent(new Event('visibilitychange'))
    `)
  await setHidden(true)
  await work()
  await setHidden(false)
}

/** Simulates the back/forward cache. */
export async function whileCached(page: Page, work: () => Promise<unknown>): Promise<void> {
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
  await work()
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
}
