import type { Page } from '@playwright/test'

export interface HeldRequests {
  /** Lets all requests continue. */
  release(): void
  /** The number of requests so far. */
  count(): number
}

/** Holds a page's requests to a URL back until `release` is called. */
export async function holdRequests(page: Page, url: string): Promise<HeldRequests> {
  const released = Promise.withResolvers<void>()
  let count = 0
  await page.route(url, async (route) => {
    count += 1
    await released.promise
    await route.continue()
  })
  return { release: released.resolve, count: () => count }
}
