import assert from 'node:assert/strict'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { pino } from 'pino'

import { openShop } from '../../server.ts'
import type { CatalogueSearch } from '../../src/catalogue/search/catalogue-search.ts'
import type { Store } from '../../src/catalogue/store.ts'
import { readConfig } from '../../src/config/config.ts'
import type { CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { dayOf } from '../../src/domain/day.ts'
import { missingAddresses } from '../../src/domain/page-address.ts'
import {
  accountActionPath,
  createPath,
  homePath,
  managePath,
  piecesPath,
  shopSettingsPath,
  signInPath,
} from '../../src/domain/page-paths.ts'
import { english } from '../../src/messages/english.ts'
import { visitorTexts, type VisitorTexts } from '../../src/messages/visitor-texts.ts'
import type { PagesModule, RenderPage } from '../../src/pages/page.ts'

const builtPages = '../../build/server/index.js'

let renderPage: RenderPage
/** The same pages with an item, of which only the category is known, that makes the home page fail. */
let renderBroken: RenderPage
/** The same pages, where every search finds pieces that have some of the words. */
let renderPartial: RenderPage
/** The same pages in a language of another script. */
let renderThird: RenderPage
const resources = new AsyncDisposableStack()

before(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'renderer-'))
  resources.defer(() => rm(dataDir, { recursive: true }))
  const { createPages } = (await import(builtPages)) as PagesModule
  const config = readConfig({ PORT: '0', SHOP_DATA_DIR: dataDir })
  const shop = await openShop(config, pino({ level: 'silent' }), (services) => {
    const newest = async (limit: number) => ({
      ...(await services.store.newest(limit)),
      items: [{ category: 'Knits' }],
    })
    renderBroken = createPages({ ...services, store: { ...services.store, newest } as unknown as Store })
    const search = async (query: CatalogueQuery, limit: number) => {
      const partial = { partialWords: ['red', 'beanie'], correctedWords: query.words.replace('beenie', 'beanie') }
      return { ...(await services.search.search(query, limit)), ...partial }
    }
    const partly = {
      overview: async () => services.search.overview(),
      facets: async () => services.search.facets(null),
      search,
    }
    renderPartial = createPages({ ...services, search: partly as unknown as CatalogueSearch })
    renderThird = createPages({ ...services, messagesIn: () => ({ ...english, ...hindi }) as typeof english })
    return (renderPage = createPages(services))
  })
  resources.defer(() => shop.close())
})
after(() => resources.disposeAsync())

/** Some texts of a third translation: the type accepts it, with the placeholders of the English texts in another order. */
const hindi: VisitorTexts = {
  ...visitorTexts,
  site: { ...visitorTexts.site, language: 'hi', skipToContent: 'सामग्री पर जाएँ', footer: '{name}, {year}' },
  home: { ...visitorTexts.home, headline: 'गर्म। सादा। बुना हुआ।', catalogue: 'संग्रह' },
  problems: { ...english.problems, ...visitorTexts.problems },
}

/** Pages take nothing from it. */
const origin = 'http://localhost'

const render = (address: string, pages = renderPage) =>
  pages(new Request(origin + address), { language: 'en', waitForAll: true })

test('renderer: returns a complete document', async () => {
  const page = await render('/')
  assert.ok(page.headers.has('Content-Length'))
  assert.match(await page.text(), /^<!DOCTYPE html>.*<\/html>$/s)
})

test('renderer: a page in a third script has its texts, with their placeholders filled in, and its language', async () => {
  const html = await (await render('/', renderThird)).text()
  assert.match(html, /^<!DOCTYPE html><html lang="hi"/)
  for (const text of ['सामग्री पर जाएँ', 'गर्म। सादा। बुना हुआ।', 'संग्रह', `Stockinette, ${dayOf(new Date()).slice(0, 4)}`]) {
    assert.ok(html.includes(text), text)
  }
  assert.match(html, /<h1 class="brand"><a [^>]*lang="en">Stockinette<\/a>/)
})

test('renderer: every missing item shares one page', async () => {
  const page = await render('/item/aaaaaaaaaaaaaaaaaaaa')
  assert.equal(page.headers.get('Location'), missingAddresses.item)
})

for (const address of ['/_.data', '/_.data ', '/create.data', '/pieces.data', '//_.data']) {
  test(`renderer: ${address} is not a page`, async () => {
    const { headers } = await render(address)
    assert.ok(!headers.has('Content-Security-Policy') && !headers.has('Location'))
  })
}

test('renderer: the page of an unexpected error has the header and the footer', async () => {
  const [complete, failed] = await Promise.all([render('/'), render('/', renderBroken)])
  const [page, failure] = await Promise.all([complete.text(), failed.text()])
  assert.equal(failed.status, 500)
  assert.match(
    failure,
    /<main id="main">.*role="alert"><h1>This page couldn’t be loaded\. Please try again\.<.*<\/main>/s,
  )
  for (const part of [/<header.*<\/header>/s, /<footer.*<\/footer>/s]) {
    // The first heading is the message.
    assert.equal(part.exec(failure)?.[0], part.exec(page)?.[0].replaceAll('h1', 'h2'))
  }
  assert.equal(failed.headers.get('Content-Security-Policy'), complete.headers.get('Content-Security-Policy'))
})

test('renderer: a list of pieces that have some of the words names them, each with a link to its search', async () => {
  const html = await (await render(`${piecesPath}?q=red+wool+beenie&size=M`, renderPartial)).text()
  const [message = ''] = /<p class="list-message">.*?<\/p>/s.exec(html) ?? []
  const links = [...message.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const text = message.replaceAll(/<[^>]+>/g, '').replaceAll('&#x27;', "'")
  assert.equal(text, "Nothing for all of 'red wool beenie'. Showing pieces with 'red', 'beanie'.")
  assert.deepEqual(links, ['/pieces?q=red&size=M', '/pieces?q=beanie&size=M'])
})

/** The styles of a page, and the classes of its elements. */
async function readStyles(path: string) {
  const html = await (await render(path)).text()
  const [, styles = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? []
  const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  return { styles, classes: [...new Set(classes)] }
}

const pagePaths = [
  homePath,
  piecesPath,
  `${piecesPath}?q=wool&size=M`,
  createPath,
  managePath,
  shopSettingsPath,
  signInPath(),
  accountActionPath,
  ...Object.values(missingAddresses),
]

test('renderer: each page has the styles of its own elements', async () => {
  const files = await Array.fromAsync(glob('app/**/*.css'), (file) => readFile(file, 'utf8'))
  const isStyled = (css: string, name: string) => new RegExp(`\\.${name}(?![\\w-])`).test(css)
  for (const path of pagePaths) {
    const { styles, classes } = await readStyles(path)
    const missing = classes.filter((name) => isStyled(files.join('\n'), name) && !isStyled(styles, name))
    assert.deepEqual(missing, [], path)
  }
})

test('renderer: colours work in browsers without light-dark(), and without nested custom properties', async () => {
  for (const path of pagePaths) {
    const { styles } = await readStyles(path)
    assert.match(styles, /:root\{--wool:#faf5ec;/, path)
    assert.match(styles, /@media \(prefers-color-scheme:dark\)\{:root\{--wool:#1b1713;/, path)
    assert.doesNotMatch(styles, /light-dark|lightningcss/, path)
  }
})
