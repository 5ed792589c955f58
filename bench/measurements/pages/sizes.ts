import { languages } from '../../../src/domain/language.ts'
import { addItems } from '../../../test/kit/api-client.ts'
import { startBrowser } from '../../browser/browser.ts'
import { readPageBytes } from '../../browser/page-bytes.ts'
import { newItems } from '../../data/items.ts'
import { describePhotos, savePhotos } from '../../data/photos.ts'
import { fillSettings } from '../../data/shop-settings.ts'
import { kilobytes, sum, toFigure, type Figure } from '../../report/figures.ts'
import { startShop } from '../../servers/shop.ts'

interface Budget {
  readonly what: string
  readonly maxBytes: number
  readonly bytes: number
}

/**
 * The sizes of the pages of a shop with 24 items, photos, all settings and three languages, with their budgets. Bytes on the
 * wire, in Brotli, of pages that nobody has asked for before.
 */
async function measureBudgets(): Promise<Budget[]> {
  await using shop = await startShop({ isPublic: true })
  await describePhotos(shop.dataDir)
  await fillSettings(shop, languages)
  const [item] = await addItems(shop.url, newItems())
  await using browser = await startBrowser()
  const home = await readPageBytes(browser, shop.url)
  const homeInSinhala = await readPageBytes(browser, `${shop.url}/si`)
  const homeInTamil = await readPageBytes(browser, `${shop.url}/ta`)
  const pieces = await readPageBytes(browser, `${shop.url}/pieces`)
  const itemPage = await readPageBytes(browser, `${shop.url}/item/${item?.id}`)
  const category = await readPageBytes(browser, `${shop.url}/pieces/Beanies`)
  const create = await readPageBytes(browser, `${shop.url}/create`, { until: isSignedIn })
  return [
    { what: 'home page with 24 items: HTML, CSS and script', bytes: home.withoutImages, maxBytes: 12 * 1024 },
    { what: '… in Sinhala', bytes: homeInSinhala.withoutImages, maxBytes: 12 * 1024 },
    { what: '… in Tamil', bytes: homeInTamil.withoutImages, maxBytes: 12 * 1024 },
    { what: 'its response with headers, in one round trip', bytes: home.response, maxBytes: 14_600 },
    { what: 'script on the home page', bytes: home.script, maxBytes: 3 * 1024 },
    { what: 'all pieces, the first 24: HTML, CSS and script', bytes: pieces.withoutImages, maxBytes: 14 * 1024 },
    { what: 'a category: HTML, CSS and script', bytes: category.withoutImages, maxBytes: 14 * 1024 },
    { what: 'script on a list of pieces', bytes: pieces.script, maxBytes: 5 * 1024 },
    { what: 'script on an item’s page', bytes: itemPage.script, maxBytes: 5 * 1024 },
    { what: 'script on the create page until signed in', bytes: create.script, maxBytes: 150 * 1024 },
  ]
}

export async function measureSizes(): Promise<Figure[]> {
  const budgets = [...(await measureBudgets()), ...(await measurePhotos())]
  return budgets.map(({ what, bytes, maxBytes }) => toFigure(what, bytes, describe, { atMost: maxBytes }))
}

function describe(bytes: number): string {
  return `${kilobytes(bytes)} (${bytes} bytes)`
}

/** All photos that a phone loads if the visitor scrolls to the end of the home page. */
async function measurePhotos(): Promise<Budget[]> {
  await using shop = await startShop({ isPublic: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, newItems())
  await using browser = await startBrowser()
  const budgets: Budget[] = []
  for (const deviceScaleFactor of [2, 3]) {
    const { images } = await readPageBytes(browser, shop.url, { until: isScrolledToTheEnd, deviceScaleFactor })
    if (images.length !== 24) throw new Error(`${images.length} photos were loaded.`)
    const what = `… its 24 photos, at 360 px and a device pixel ratio of ${deviceScaleFactor}`
    budgets.push({ what, bytes: sum(images), maxBytes: 450 * 1024 })
  }
  return budgets
}

/** Signed in: the account was looked up, and the form's status is empty. */
const isSignedIn = `(() => {
  const status = document.querySelector('main [role=status]')
  const isLookedUp = performance.getEntriesByType('resource').some(({ name }) => name.includes('accounts:lookup'))
  return isLookedUp && status !== null && status.textContent === ''
})()`

/** Scrolls to the next photo that has not loaded. */
const isScrolledToTheEnd = `(() => {
  const next = [...document.querySelectorAll('picture img')].find(({ complete }) => !complete)
  next?.scrollIntoView({ behavior: 'instant' })
  return next === undefined
})()`

// Fails if a page loads more bytes than its budget.
if (import.meta.main) {
  const exceeded = (await measureBudgets()).filter(({ bytes, maxBytes }) => bytes > maxBytes)
  for (const { what, bytes, maxBytes } of exceeded) {
    process.stderr.write(
      `Too large: ${what}: ${describe(bytes)}, ${bytes - maxBytes} bytes over the budget of ${maxBytes} bytes.\n`,
    )
  }
  if (exceeded.length > 0) process.exitCode = 1
  else process.stdout.write('Every page is within its budget.\n')
}
