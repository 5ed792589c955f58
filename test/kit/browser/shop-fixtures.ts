import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'

import { addItems } from '../api-client.ts'
import type { SentItem } from '../api-client.ts'
import { servePictures } from '../photos/image-server.ts'
import type { Pictures } from '../photos/image-server.ts'
import { fullStock } from '../sample-items.ts'
import { root, startShop } from '../shop/shop-process.ts'
import type { ShopProcess } from '../shop/shop-process.ts'
import type { Order } from '../shop/shop-with-paused-reads.ts'

export { expect }

/** Somebody's browser on a desk. Headless Chromium calls itself a crawler's, and crawlers get their pages otherwise. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** Whether the shop has its icons and its picture for link previews. */
const hasIcons = existsSync(join(root, 'public/favicon.svg'))

/** A shop whose pages' reading can be held up. */
export const heldShop = 'test/kit/shop/shop-with-paused-reads.ts'

export interface ShopOptions {
  /** `full`: the worker's one shop with 25 pieces, to be read alone. `empty`: a shop of the test's own. */
  stock: 'empty' | 'full'
  /** Settings of the test's own shop. */
  shopEnv: Readonly<Record<string, string>>
  /** What runs the test's own shop: `heldShop`, or the shop's own script. */
  shopScript: string
  /** What the browser may complain of in this test; anything else fails it. */
  allowedFaults: RegExp | undefined
}

interface TestFixtures {
  shop: ShopProcess
  /** Tells a held shop what to do with its pages' reading. */
  order: (order: Order) => Promise<void>
  /** All that browsers complained of: errors and warnings of the console, exceptions, violations of the policy. */
  faults: string[]
  /** Somebody else, in a browser of their own. */
  otherVisitor: Page
}

interface FullShop {
  readonly shop: ShopProcess
  /** The oldest first. */
  readonly items: readonly SentItem[]
}

interface WorkerFixtures {
  pictures: Pictures
  /** The worker's one shop with 25 pieces; started when it is first asked for. */
  openFullShop: () => Promise<FullShop>
}

export const test = base.extend<ShopOptions & TestFixtures, WorkerFixtures>({
  stock: ['empty', { option: true }],
  shopEnv: [{}, { option: true }],
  shopScript: ['scripts/start.ts', { option: true }],
  allowedFaults: [undefined, { option: true }],

  pictures: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing is needed.
    async ({}, use) => {
      const pictures = await servePictures()
      await use(pictures)
      await pictures.close()
    },
    { scope: 'worker' },
  ],

  openFullShop: [
    async ({ pictures }, use) => {
      let full: Promise<FullShop> | undefined
      await use(() => (full ??= startFullShop(pictures)))
      await (await full)?.shop.stop()
    },
    { scope: 'worker' },
  ],

  shop: async ({ stock, shopEnv, shopScript, openFullShop }, use) => {
    if (stock === 'full') return use((await openFullShop()).shop)
    const shop = await startShop({ env: shopEnv, script: shopScript })
    await use(shop)
    await shop.stop()
  },

  order: async ({ shop }, use) => {
    const order = async (words: Order) => {
      const done = once(shop.child, 'message')
      shop.child.send(words)
      await done
    }
    await use(order)
    await order('release')
  },

  baseURL: async ({ shop }, use) => use(shop.url),

  faults: [
    async ({ allowedFaults }, use) => {
      const faults: string[] = []
      await use(faults)
      expect(faults.filter((fault) => !allowedFaults?.test(fault))).toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, faults }, use) => {
    listen(context, faults)
    await use(context)
  },

  otherVisitor: async ({ browser, shop, faults }, use) => {
    const context = await browser.newContext({ baseURL: shop.url, locale: 'en', userAgent })
    listen(context, faults)
    await use(await context.newPage())
    await context.close()
  },
})

async function startFullShop(pictures: Pictures): Promise<FullShop> {
  const shop = await startShop()
  return { shop, items: await addItems(shop.url, fullStock(pictures)) }
}

/** What the shop allows or forbids to browsers on phones, and Chromium on Linux does not have. */
const unknownFeatures = /Permissions-Policy header: Unrecognized feature: '(?:bluetooth|web-share)'/

function listen(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    const { url } = message.location()
    if (!hasIcons && /\/(?:favicon|icon|apple-touch-icon)[\w-]*\.(?:svg|ico|png)$/.test(url)) return
    if (unknownFeatures.test(message.text())) return
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (error) => faults.push(String(error.error())))
}
