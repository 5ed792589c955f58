import { setTimeout } from 'node:timers/promises'

import { createOwner } from '../../test/kit/accounts.ts'
import { startFaultyProxy, type FaultyProxy } from '../../test/kit/http/faulty-proxy.ts'
import { runCommand } from '../../test/kit/shop/run-command.ts'
import { startBrowser, type Browser, type Message, type Page } from '../browser/browser.ts'
import { emulatePhone, slow4G, cpuSlowdown } from '../browser/slow-phone.ts'
import { slowDownPages } from '../browser/slow-processor.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { cores, runClient } from '../machine/program.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'
import { kilobytes, type Figure } from '../report/figure.ts'
import { median, sum } from '../report/statistics.ts'
import { startShop } from '../servers/shop.ts'

const rounds = 3
const email = 'owner@example.com'
const maxPhotoBytes = 500_000
const offlineMs = 3_000
/** The size of an uploaded part of a photo. On this network it takes 1.4 s. */
const partBytes = 128 * 1024
const halfAPartMs = 700

const typed = {
  title: 'Harbour Beanie',
  tagline: 'Ribbed, double brim',
  price: '12500',
  category: 'Beanies',
  size: 'S / M',
  color: 'Ivory',
  description: 'Merino from the hill country. Wash by hand.',
}

interface Publishing {
  readonly seconds: number
  /** From picking the photos until the last of them is resized. */
  readonly preparingSeconds: number
  /** The uploaded size of each photo. */
  readonly photoBytes: readonly number[]
}

/**
 * An owner on a slow phone with an empty browser cache opens `/create`, picks two photos of 12 megapixels, fills in the
 * fields and saves; the connection is lost during an upload. Typing takes no time: only the shop's part is measured.
 */
export async function measurePublishing(): Promise<Figure[]> {
  await using folder = await createTemporaryFolder()
  await using shop = await startShop({ core: cores.measured })
  await createOwner(
    { identityUrl: shop.url, command: (...args) => runCommand({ SHOP_DATA_DIR: shop.dataDir }, ...args) },
    email,
  )
  await using browser = await startBrowser()
  const runs: Publishing[] = []
  for (let round = 0; round < rounds; round++) {
    const files = await runClient<string[]>('take-photos.ts', [folder.path, 2])
    await waitForIdleMachine()
    const proxy = await startFaultyProxy(shop.url)
    runs.push(await publish(browser, proxy, files))
    await proxy.close()
  }
  const seconds = runs.map((run) => run.seconds)
  const sizes = runs.flatMap(({ photoBytes }) => photoBytes)
  return [
    {
      what: 'from opening /create to a published item with two photos of 12 megapixels, on a slow phone, offline once',
      measured: `${median(seconds).toFixed(1)} s; the slowest of ${rounds} ${Math.max(...seconds).toFixed(1)} s`,
      target: '< 60 s',
      isMet: Math.max(...seconds) < 60,
    },
    {
      what: '… of that, resizing both photos',
      measured: `${median(runs.map((run) => run.preparingSeconds)).toFixed(1)} s`,
      target: '< 30 s',
      isMet: runs.every((run) => run.preparingSeconds < 30),
    },
    {
      what: '… uploaded for both photos; for the largest one',
      measured: `${kilobytes(median(runs.map((run) => sum(run.photoBytes))))}; ${kilobytes(Math.max(...sizes))}`,
      target: `each < ${kilobytes(maxPhotoBytes)}, nothing twice`,
      isMet: sizes.length === 2 * rounds && sizes.every((bytes) => bytes < maxPhotoBytes),
    },
  ]
}

async function publish(browser: Browser, proxy: FaultyProxy, files: readonly string[]): Promise<Publishing> {
  await using page = await browser.openPage()
  await signIn(page, proxy.url)
  await emulatePhone(page)
  await page.send('Network.clearBrowserCache')
  await using _ = slowDownPages(browser, cpuSlowdown)
  const prepared = whenPrepared(page, files.length)
  const interrupted = interrupt(page, proxy)
  const offsets = followParts(page)

  const startedAt = performance.now()
  await page.send('Page.navigate', { url: `${proxy.url}/create` })
  await page.evaluate(untilReady)
  await pick(page, files)
  const pickedAt = performance.now()
  for (const [name, words] of Object.entries(typed)) await type(page, name, words)
  const preparedAt = await prepared
  await page.evaluate(`document.querySelector('.form').requestSubmit()`)
  await interrupted
  await untilShown(page)
  const endedAt = performance.now()
  if (offsets.every((offset) => offset % partBytes === 0)) throw new Error('No part was interrupted.')
  return {
    seconds: (endedAt - startedAt) / 1000,
    preparingSeconds: (preparedAt - pickedAt) / 1000,
    photoBytes: proxy.completePhotos().map(({ length }) => length),
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  const opened = page.next('Page.loadEventFired')
  await page.send('Page.navigate', { url: `${url}/sign-in?next=/manage` })
  await opened
  await page.evaluate(untilReady)
  await type(page, 'email', email)
  await type(page, 'password', 'a good password')
  const signedIn = page.next('Page.loadEventFired')
  await page.evaluate(`document.querySelector('.form').requestSubmit()`)
  await signedIn
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(`document.querySelector('[name="${name}"]').focus()`)
  await page.send('Input.insertText', { text })
}

async function pick(page: Page, files: readonly string[]): Promise<void> {
  await page.send('Page.setInterceptFileChooserDialog', { enabled: true })
  const opened = page.next('Page.fileChooserOpened')
  const expression = `document.querySelector('.photo-field .button').click()`
  await page.send('Runtime.evaluate', { expression, userGesture: true })
  const { backendNodeId } = await opened
  await page.send('DOM.setFileInputFiles', { files, backendNodeId })
}

/** Resolves with the time once the page has asked the shop about this many photos, which it does after resizing them. */
function whenPrepared(page: Page, count: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const requested = new Set<string>()
  onPhotoRequest(page, 'GET', ({ url }) => {
    if (requested.add(url).size === count) resolve(performance.now())
  })
  return promise
}

/** @returns the offsets in bytes of uploaded parts, which grows as they are sent. */
function followParts(page: Page): readonly number[] {
  const offsets: number[] = []
  onPhotoRequest(page, 'PATCH', ({ headers }) => offsets.push(Number(headers['Upload-Offset'])))
  return offsets
}

function onPhotoRequest(page: Page, method: string, listener: (request: Message) => void): void {
  page.on('Network.requestWillBeSent', ({ request }: Message) => {
    if (request.method === method && request.url.includes('/api/photos/')) listener(request)
  })
}

/** Interrupts the connection in the middle of the third part, and restores it. */
async function interrupt(page: Page, proxy: FaultyProxy): Promise<void> {
  const { promise: thirdBegun, resolve } = Promise.withResolvers<void>()
  let begun = 0
  onPhotoRequest(page, 'PATCH', () => {
    if (++begun === 3) resolve()
  })
  await thirdBegun
  proxy.pauseAfter(partBytes / 2)
  await setTimeout(halfAPartMs)
  proxy.cut()
  await page.send('Network.emulateNetworkConditions', { ...slow4G, offline: true })
  await setTimeout(offlineMs)
  await page.send('Network.emulateNetworkConditions', slow4G)
}

/** Waits for the page of the item, with its first photo. */
async function untilShown(page: Page): Promise<void> {
  for (;;) {
    await page.next('Page.loadEventFired')
    if (await page.evaluate<boolean>(`location.pathname.startsWith('/item/')`)) break
  }
}

/** Waits until the form can be submitted. */
const untilReady = `(async () => {
  const isReady = () => document.querySelector('.form button[type=submit]')?.disabled === false
  while (!isReady()) await new Promise((resolve) => setTimeout(resolve, 20))
})()`
