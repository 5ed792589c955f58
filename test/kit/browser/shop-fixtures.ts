import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'

import { findFreePort } from '../../../scripts/free-ports.ts'
import { addItems, type ApiItem } from '../api-client.ts'
import { fullStock } from '../sample-items.ts'
import { hostShops } from '../shop/hosted-shop.ts'
import { root, startShop, type RunningShop, type ShopProcess } from '../shop/shop-process.ts'
import type { ReadsCommand } from '../shop/shop-with-paused-reads.ts'

export { expect }

/** A desktop browser's. Headless Chromium's own is treated as a crawler's, and crawlers get buffered pages. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** Whether the shop has its icons and its image for link previews. */
const hasIcons = existsSync(join(root, 'public/favicon.svg'))

/** A script that runs a shop whose page reads can be paused. */
export const shopWithPausedReads = 'test/kit/shop/shop-with-paused-reads.ts'

export interface ShopOptions {
  /**
   * `empty`: a new shop for each test. `shared`: one for the tests of a file with the same settings and script, in each
   * worker; it may have items and accounts of these tests, but no owners. `full`: one for all files, with 25 items, for
   * tests that only read.
   */
  stock: 'empty' | 'shared' | 'full'
  /** Settings of the shop. */
  shopEnv: Readonly<Record<string, string>>
  /** A script that runs the shop in a process of its own: `shopWithPausedReads`. All others share a process. */
  shopScript: string | undefined
  /** Browser errors that this test allows; any other fails it. */
  allowedErrors: RegExp | undefined
}

interface TestFixtures {
  shop: RunningShop
  /** Pauses, resumes or fails the reads of a shop that runs `shopWithPausedReads`. */
  controlReads: (command: ReadsCommand) => Promise<void>
  /** Errors of all browsers: console errors and warnings, exceptions, violations of the content security policy. */
  faults: string[]
  /** Another visitor, in a separate browser context. */
  otherVisitor: Page
}

interface FullShop {
  readonly shop: RunningShop
  /** Oldest first. */
  readonly items: readonly ApiItem[]
}

interface WorkerFixtures {
  openShop: (env: Readonly<NodeJS.ProcessEnv>, script?: string) => Promise<RunningShop>
  /** The port of a worker's new shops, one after the other: a context is only reused for the same origin. */
  samePort: Readonly<Record<string, string>>
  /** Opens what the tests of a file share, once in each worker; it is closed when the worker goes on to another file. */
  share: <Shared extends AsyncDisposable>(file: string, name: string, open: () => Promise<Shared>) => Promise<Shared>
  openFullShop: () => Promise<FullShop>
}

export const test = base.extend<ShopOptions & TestFixtures, WorkerFixtures>({
  stock: ['empty', { option: true }],
  shopEnv: [{}, { option: true }],
  shopScript: [undefined, { option: true }],
  allowedErrors: [undefined, { option: true }],

  openShop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern, even an empty one.
    async ({}, use) => {
      await using host = hostShops()
      await use((env, script) => (script === undefined ? host.open({ env }) : startShop({ env, script })))
    },
    { scope: 'worker' },
  ],

  samePort: [
    async ({ reuseContext }, use) => use(reuseContext ? { PORT: String(await findFreePort()) } : {}),
    { scope: 'worker' },
  ],

  share: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern, even an empty one.
    async ({}, use) => {
      const shared = new Map<string, Promise<AsyncDisposable>>()
      let openFile = ''
      const closeAll = async () => {
        for (const each of shared.values()) await (await each)[Symbol.asyncDispose]()
        shared.clear()
      }
      await use(async <Shared extends AsyncDisposable>(file: string, name: string, open: () => Promise<Shared>) => {
        if (file !== openFile) await closeAll()
        openFile = file
        return shared.getOrInsertComputed(name, open) as Promise<Shared>
      })
      await closeAll()
    },
    { scope: 'worker' },
  ],

  openFullShop: [
    async ({ openShop }, use) => {
      let full: Promise<FullShop> | undefined
      await use(() => (full ??= fillShop(openShop({}))))
      await (await full)?.shop[Symbol.asyncDispose]()
    },
    { scope: 'worker' },
  ],

  shop: async ({ stock, shopEnv, shopScript, samePort, openShop, share, openFullShop }, use, { file }) => {
    if (stock === 'full') return use((await openFullShop()).shop)
    if (stock === 'shared') {
      // A shop with a public address refuses to start without limits.
      const limits = shopEnv['SHOP_ORIGIN'] === undefined ? { SHOP_RATE_LIMITS: 'off' } : {}
      const open = () => openShop({ ...limits, ...shopEnv }, shopScript)
      return use(await share(file, JSON.stringify([shopEnv, shopScript]), open))
    }
    await using shop = await openShop({ ...samePort, ...shopEnv }, shopScript)
    await use(shop)
  },

  controlReads: async ({ shop }, use) => {
    const { child } = shop as ShopProcess
    const controlReads = async (command: ReadsCommand) => {
      const done = once(child, 'message')
      child.send(command)
      await done
    }
    await use(controlReads)
    await controlReads('resume')
  },

  baseURL: async ({ shop }, use) => use(shop.url),

  faults: [
    async ({ allowedErrors }, use) => {
      const faults: string[] = []
      await use(faults)
      expect(faults.filter((fault) => !allowedErrors?.test(fault))).toEqual([])
    },
    { auto: true },
  ],

  context: async ({ context, faults }, use) => {
    listen(context, faults)
    await use(context)
  },

  otherVisitor: async ({ browser, contextOptions, shop, faults }, use) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: shop.url, locale: 'en', userAgent })
    listen(context, faults)
    await use(await context.newPage())
    await context.close()
  },
})

async function fillShop(opened: Promise<RunningShop>): Promise<FullShop> {
  const shop = await opened
  return { shop, items: await addItems(shop.url, fullStock()) }
}

/** Features that the shop's policy names and Chromium on Linux does not know. */
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
