import type { Page, Route } from '@playwright/test'

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

/** Holds the answer to the next request to a URL back until `release` is called; by default, to the next change of an item. */
export async function holdAnswer(page: Page, url = '**/api/items/*') {
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isNext = true
  const hold = async (route: Route) => {
    if (!isNext) return route.fallback()
    isNext = false
    const response = await route.fetch()
    answered.resolve()
    await released.promise
    await route.fulfill({ response })
  }
  // Without `times`: with its last handler, Playwright lets go of requests that are still held.
  await page.route(url, hold)
  return {
    release: released.resolve,
    /** Resolves once the shop has answered. */
    answered: answered.promise,
  }
}

/** Lets the next `count` requests to a URL reach the shop, and drops their responses. */
export async function loseResponses(page: Page, url: string, count = 1): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(url, lose, { times: count })
}
