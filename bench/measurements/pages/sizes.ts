import { languages } from '../../../src/domain/language.ts'
import { addItems } from '../../../test/kit/api-client.ts'
import { startBrowser } from '../../browser/browser.ts'
import { readPageBytes } from '../../browser/page-bytes.ts'
import { newItems } from '../../data/items.ts'
import { describePhotos, savePhotos } from '../../data/photos.ts'
import { fillSettings } from '../../data/shop-settings.ts'
import { kilobytes, sum, toFigure, type Figure } from '../../report/figures.ts'
import { startShop } from '../../servers/shop.ts'

/** The bytes of a page, which may be at most as many as its budget. */
function toBudget(what: string, bytes: number, atMost: number): Figure {
  return toFigure(what, bytes, (count) => `${kilobytes(count)} (${count} bytes)`, { atMost })
}

/**
 * The sizes of the pages of a shop with 24 items, photos, all settings and three languages, with their budgets. Bytes on the
 * wire, in Brotli, of pages that nobody has asked for before.
 */
async function measurePages(): Promise<Figure[]> {
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
    toBudget('home page with 24 items: HTML, CSS and script', home.withoutImages, 12 * 1024),
    toBudget('… in Sinhala', homeInSinhala.withoutImages, 12 * 1024),
    toBudget('… in Tamil', homeInTamil.withoutImages, 12 * 1024),
    toBudget('its response with headers, in one round trip', home.response, 14_600),
    toBudget('script on the home page', home.script, 3 * 1024),
    toBudget('all pieces, the first 24: HTML, CSS and script', pieces.withoutImages, 14 * 1024),
    toBudget('a category: HTML, CSS and script', category.withoutImages, 14 * 1024),
    toBudget('script on a list of pieces', pieces.script, 5 * 1024),
    toBudget('script on an item’s page', itemPage.script, 5 * 1024),
    toBudget('script on the create page until signed in', create.script, 150 * 1024),
  ]
}

export async function measureSizes(): Promise<Figure[]> {
  return [...(await measurePages()), ...(await measurePhotos())]
}

/** All photos that a phone loads if the visitor scrolls to the end of the home page. */
async function measurePhotos(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, newItems())
  await using browser = await startBrowser()
  const figures: Figure[] = []
  for (const deviceScaleFactor of [2, 3]) {
    const { images } = await readPageBytes(browser, shop.url, { until: isScrolledToTheEnd, deviceScaleFactor })
    if (images.length !== 24) throw new Error(`${images.length} photos were loaded.`)
    const what = `… its 24 photos, at 360 px and a device pixel ratio of ${deviceScaleFactor}`
    figures.push(toBudget(what, sum(images), 450 * 1024))
  }
  return figures
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
  const exceeded = (await measurePages()).filter(({ isMet }) => !isMet)
  for (const { what, measured, target } of exceeded)
    process.stderr.write(`Too large: ${what}: ${measured}, not ${target}.\n`)
  if (exceeded.length > 0) process.exitCode = 1
  else process.stdout.write('Every page is within its budget.\n')
}
