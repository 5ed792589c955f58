import { startBrowser, type Browser } from '../../browser/browser.ts'
import { addItems } from '../../data/add-items.ts'
import { savePhotos } from '../../data/photos.ts'
import { kilobytes, type Figure } from '../../report/figure.ts'
import { sum } from '../../report/statistics.ts'
import { startShop } from '../../servers/shop.ts'

const phone = { width: 360, height: 740, mobile: true }
const maxBytes = 450 * 1024
const itemCount = 24

/** All bytes that a phone loads for the home page with 24 photos, if the visitor scrolls to the end. */
export async function measureHomeWithPhotos(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, itemCount)
  await using browser = await startBrowser()
  const figures: Figure[] = []
  for (const deviceScaleFactor of [2, 3]) {
    const loaded = await loadAll(browser, shop.url, { ...phone, deviceScaleFactor })
    const bytes = sum([...loaded.values()])
    const photos = [...loaded].filter(([url]) => url.includes('/photos/'))
    if (photos.length !== itemCount) throw new Error(`${photos.length} photos were loaded.`)
    figures.push({
      what: `home page with ${itemCount} photos, at 360 px and a device pixel ratio of ${deviceScaleFactor}`,
      measured: `${kilobytes(bytes)}; the largest photo ${kilobytes(Math.max(...photos.map(([, size]) => size)))}`,
      target: `≤ ${kilobytes(maxBytes)}`,
      isMet: bytes <= maxBytes,
    })
  }
  return figures
}

/** @returns the bytes on the wire with headers, by URL. */
async function loadAll(browser: Browser, url: string, screen: object): Promise<Map<string, number>> {
  await using page = await browser.openPage()
  const urls = new Map<string, string>()
  const loaded = new Map<string, number>()
  page.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
  page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = urls.get(requestId)
    if (address?.startsWith('http')) loaded.set(address, encodedDataLength)
  })
  await page.send('Network.enable')
  await page.send('Emulation.setDeviceMetricsOverride', screen)
  const opened = page.next('Page.loadEventFired')
  await page.send('Page.navigate', { url })
  await opened
  await page.evaluate(scrollToTheEnd)
  return loaded
}

/** Scrolls to each photo, and waits until it has loaded. */
const scrollToTheEnd = `(async () => {
  for (const photo of document.querySelectorAll('picture img')) {
    photo.scrollIntoView({ behavior: 'instant' })
    if (!photo.complete) await new Promise((arrived) => photo.addEventListener('load', arrived, { once: true }))
  }
})()`
