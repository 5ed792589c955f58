import { brotliCompressSync } from 'node:zlib'

import type { Browser, Request } from '@playwright/test'

import { waitUntil } from '../machine/machine.ts'
import { sum } from '../report/figures.ts'
import { openPhone } from './browser.ts'

/** What Chromium loads for a page: bytes of bodies on the wire. */
export interface PageBytes {
  /** The document with its headers. */
  readonly response: number
  /** The document, styles and scripts. */
  readonly withoutImages: number
  /** External script, and inline script as if it were compressed alone. */
  readonly script: number
  readonly images: readonly number[]
}

/** Loads a page on a phone. @param until an expression; resources count until it is true. */
export async function readPageBytes(
  browser: Browser,
  url: string,
  { until = 'true', deviceScaleFactor = 3 } = {},
): Promise<PageBytes> {
  await using context = await openPhone(browser, deviceScaleFactor)
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url)
  // Not `waitForFunction`, which needs `eval`: the pages' policy refuses it.
  await waitUntil(() => page.evaluate<boolean>(until), `${url} was not ready in time.`)
  const inlineScript = await page.evaluate<string>(readInlineScript)
  const sizes = async (type: string) =>
    Promise.all(requests.filter((request) => request.resourceType() === type).map((request) => request.sizes()))
  const bodies = async (type: string) => (await sizes(type)).map(({ responseBodySize }) => responseBodySize)
  const heads = (await sizes('document')).map(({ responseHeadersSize }) => responseHeadersSize)
  const document = sum(await bodies('document'))
  const script = sum(await bodies('script'))
  return {
    response: sum(heads) + document,
    withoutImages: document + script + sum(await bodies('stylesheet')),
    script: script + (inlineScript === '' ? 0 : brotliCompressSync(inlineScript).length),
    images: await bodies('image'),
  }
}

/** The inline script of the document as it was sent. Structured data does not count as script. */
const readInlineScript = `(async () => {
  const { scripts } = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
  const inline = [...scripts].filter(({ src, type }) => src === '' && type !== 'application/ld+json')
  return inline.map(({ textContent }) => textContent).join('\\n')
})()`
