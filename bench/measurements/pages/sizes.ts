import { brotliCompressSync } from 'node:zlib'

import { startBrowser } from '../../browser/browser.ts'
import { contentOf, readPage } from '../../browser/page-content.ts'
import { sendRaw } from '../../clients/raw-http.ts'
import { addItems } from '../../data/add-items.ts'
import { describePhotos } from '../../data/photos.ts'
import { waitUntil } from '../../machine/machine.ts'
import { kilobytes, type Figure } from '../../report/figure.ts'
import { sum } from '../../report/statistics.ts'
import { startShop } from '../../servers/shop.ts'

interface Budget {
  readonly what: string
  readonly maxBytes: number
  readonly bytes: number
}

/** The sizes of the pages of a shop with 24 items and photos, with their budgets. Bytes on the wire, in Brotli. */
export async function measureBudgets(): Promise<Budget[]> {
  await using shop = await startShop({ isPublic: true })
  await describePhotos(shop.dataDir)
  const items = await addItems(shop.url)
  const answer = await sendRaw(shop.port, '/')
  const home = await readPage(shop.url, '/')
  const item = await readPage(shop.url, `/item/${items[0]?.id}`)
  const create = await scriptOfCreatePage(shop.url)
  return [
    // 2 KB of it are the placeholders of the photos, which cannot be compressed.
    { what: 'home page with 24 items: HTML, CSS and script', bytes: home.bytes, maxBytes: 12 * 1024 },
    {
      what: 'its response with headers, in one round trip',
      bytes: answer.head.length + answer.body.length,
      maxBytes: 14_600,
    },
    { what: 'script on the home page', bytes: home.scriptBytes, maxBytes: 4 * 1024 },
    { what: 'script on an item’s page', bytes: item.scriptBytes, maxBytes: 4 * 1024 },
    { what: 'script on the create page until signed in', bytes: create, maxBytes: 150 * 1024 },
  ]
}

export async function measureSizes(): Promise<Figure[]> {
  const budgets = await measureBudgets()
  return budgets.map(({ what, bytes, maxBytes }) => ({
    what,
    measured: `${kilobytes(bytes)} (${bytes} bytes)`,
    target: `≤ ${maxBytes === 14_600 ? '14,600 bytes' : kilobytes(maxBytes)}`,
    isMet: bytes <= maxBytes,
  }))
}

/** All scripts that Chromium loads, inline ones too, until the visitor is signed in. */
async function scriptOfCreatePage(shopUrl: string): Promise<number> {
  await using browser = await startBrowser()
  await using page = await browser.openPage()
  const scripts = new Set<string>()
  const bodies = new Map<string, number>()
  page.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  page.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength)
  })
  await page.send('Network.enable')
  await page.send('Page.navigate', { url: `${shopUrl}/create` })
  const isSignedIn = () => page.evaluate<boolean>(signedIn)
  await waitUntil(isSignedIn, 'The create page did not sign in.')
  const inline = contentOf(await (await fetch(`${shopUrl}/create`)).text()).inlineScript
  return sum([...scripts].map((id) => bodies.get(id) ?? 0)) + brotliCompressSync(inline).length
}

/** Signed in: the account was looked up, and the form's status is empty. */
const signedIn = `(() => {
  const status = document.querySelector('main [role=status]')
  const isLookedUp = performance.getEntriesByType('resource').some(({ name }) => name.includes('accounts:lookup'))
  return isLookedUp && status !== null && status.textContent === ''
})()`
