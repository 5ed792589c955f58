import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { findOrDownloadBrowser } from '../../../scripts/test/browser.ts'
import { bundleModule } from '../../../scripts/vite/bundled-script.ts'
import { runCase, type Facts } from './case.ts'
import { cases } from './cases.ts'
import type { PageScript } from './page-script.ts'
import type { Service } from './service.ts'

/** Runs one case, by its index in `cases`, against the service it was opened for. */
export type Runner = (index: number) => Promise<Facts>

/** Where the official client runs. It has one build for Node and one for browsers. */
export interface Runtime {
  readonly name: 'Node' | 'Chromium'
  open(service: Service): Promise<Runner>
}

export const node: Runtime = {
  name: 'Node',
  open: async (service) => (index) => runCase(cases[index]!, service),
}

const html = '<!doctype html><title>Conformance</title><script type="module" src="/conformance.js"></script>'

/**
 * Opens two pages: one with the service's own origin, as in the shop, and one on another port, as in an app whose test suite
 * runs against the service. No server has the first page: Playwright answers the request for it.
 */
export async function openChromium(): Promise<Runtime & AsyncDisposable> {
  const { code } = await bundleModule(join(import.meta.dirname, 'page-script.ts'))
  const otherOrigin = await servePage(code)
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: findOrDownloadBrowser(), args })
  return {
    name: 'Chromium',
    async open({ name, origin, projectId }) {
      const page = await browser.newPage()
      await page.route(`${origin}/conformance`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
      await page.route(`${origin}/conformance.js`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      )
      await page.goto(`${origin}/conformance`)
      const crossOriginPage = await browser.newPage()
      await crossOriginPage.goto(`${otherOrigin.origin}/conformance`)
      return (index) =>
        (cases[index]?.isCrossOrigin ? crossOriginPage : page).evaluate(
          ([caseIndex, service]) => (globalThis as unknown as PageScript).runCase(caseIndex, service),
          [index, { name, origin, projectId }] as const,
        )
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await otherOrigin.close()
    },
  }
}

/** Serves the page on its own port. */
async function servePage(code: string) {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/conformance.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? code : html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => once(server.close(), 'close'),
  }
}
