import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { bringBrowser } from '../../scripts/test/browser.ts'
import { bundleModule } from '../../scripts/vite/bundle-module.ts'
import type { Facts } from './case.ts'
import { cases } from './cases.ts'
import type { InPage } from './in-page.ts'
import type { Service } from './service.ts'

/** Runs one case, by its index in `cases`, against the service that it was made for. */
export type Runner = (index: number) => Promise<Facts>

/** Where the official client runs: its builds for Node and for browsers are two. */
export interface Place extends AsyncDisposable {
  readonly name: 'Node' | 'Chromium'
  open(service: Service): Promise<Runner>
}

export const node: Place = {
  name: 'Node',
  open: async (service) => async (index) => (await cases[index]?.run(service)) ?? {},
  [Symbol.asyncDispose]: async () => {},
}

/**
 * A page of the service's own origin, as the shop's pages are. Nobody serves it: the browser is given it when it asks.
 */
export async function openChromium(): Promise<Place> {
  const { code } = await bundleModule(join(import.meta.dirname, 'in-page.ts'))
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: bringBrowser(), args })
  return {
    name: 'Chromium',
    async open({ name, origin, projectId }) {
      const page = await browser.newPage()
      const html = '<!doctype html><title>Conformance</title><script type="module" src="/conformance.js"></script>'
      await page.route(`${origin}/conformance`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
      await page.route(`${origin}/conformance.js`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      )
      await page.goto(`${origin}/conformance`)
      return (index) =>
        page.evaluate(([which, service]) => (globalThis as unknown as InPage).runCase(which, service), [
          index,
          { name, origin, projectId },
        ] as const)
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
