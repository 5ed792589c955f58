import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { bringBrowser } from '../../../scripts/test/browser.ts'
import { bundleModule } from '../../../scripts/vite/bundle-module.ts'
import type { Facts } from './case.ts'
import { cases } from './cases.ts'
import type { InPage } from './in-page.ts'
import type { Service } from './service.ts'

/** Runs one case, by its index in `cases`, against its service. */
export type Runner = (index: number) => Promise<Facts>

/** Where the official client runs: it has one build for Node and one for browsers. */
export interface Place extends AsyncDisposable {
  readonly name: 'Node' | 'Chromium'
  open(service: Service): Promise<Runner>
}

export const node: Place = {
  name: 'Node',
  open: async (service) => async (index) => (await cases[index]?.run(service)) ?? {},
  [Symbol.asyncDispose]: async () => {},
}

const html = '<!doctype html><title>Conformance</title><script type="module" src="/conformance.js"></script>'

/**
 * Two pages: one of the service's own origin, as the shop's pages are, and one of another port, as in the test suite of an
 * app. The first one has no server: the test answers the browser's request.
 */
export async function openChromium(): Promise<Place> {
  const { code } = await bundleModule(join(import.meta.dirname, 'in-page.ts'))
  const elsewhere = await servePage(code)
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: bringBrowser(), args })
  return {
    name: 'Chromium',
    async open({ name, origin, projectId }) {
      const page = await browser.newPage()
      await page.route(`${origin}/conformance`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
      await page.route(`${origin}/conformance.js`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      )
      await page.goto(`${origin}/conformance`)
      const pageElsewhere = await browser.newPage()
      await pageElsewhere.goto(`${elsewhere.origin}/conformance`)
      return (index) =>
        (cases[index]?.isFromElsewhere ? pageElsewhere : page).evaluate(
          ([which, service]) => (globalThis as unknown as InPage).runCase(which, service),
          [index, { name, origin, projectId }] as const,
        )
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await elsewhere.close()
    },
  }
}

/** The page on its own port. */
async function servePage(code: string) {
  const server = createServer(({ url }, answer) => {
    const isScript = url === '/conformance.js'
    answer.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? code : html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => once(server.close(), 'close'),
  }
}
