import type { Item } from '../../../src/domain/item.ts'
import type { ShopLanguages } from '../../../src/domain/language.ts'
import { addItems } from '../../../test/kit/api-client.ts'
import { startBrowser } from '../../browser/browser.ts'
import { openNewestItem, visitPage } from '../../browser/slow-phone.ts'
import { openPage } from '../../clients/visitor.ts'
import { newItems } from '../../data/items.ts'
import { savePhotos } from '../../data/photos.ts'
import { fillSettings, filledSettings } from '../../data/shop-settings.ts'
import { writeBareHome, writeBareItem, writeBareList } from '../../peers/bare-pages.ts'
import { alternate, Comparison } from '../../report/comparison.ts'
import { milliseconds, type Figure } from '../../report/figures.ts'
import { startBareShop } from '../../servers/nginx.ts'
import { startShop, type Server } from '../../servers/shop.ts'

const usualRounds = 9
const peerName = 'pages by hand, nginx'
const limit = { atMost: 1.15 }
const toShift = (value: number) => value.toFixed(3)

/** The first visit of four pages of a filled shop on a slow phone. Peer: the same pages written by hand. */
export async function measureFirstVisit(rounds = usualRounds): Promise<Figure[]> {
  await using shop = await startFilledShop()
  const { pages, item } = await writePeers(shop)
  await using bare = await startBareShop(pages, shop.dataDir)
  await using browser = await startBrowser()
  const figures: Figure[] = []
  for (const path of ['/', '/pieces', '/pieces/Beanies', item]) {
    const visit = ({ port }: { port: number }) => visitPage(browser, port, path)
    await openPage(shop.port, path) // From now on it is cached.
    for (const server of [shop, bare]) await visit(server)
    const compared = await Comparison.run(rounds, [shop, bare], peerName, visit)
    const page = path === item ? 'a piece' : path
    figures.push(
      compared.ratio(`first visit of ${page} on a slow phone: first paint`, 'firstPaintMs', milliseconds, limit),
      compared.ratio('… largest paint', 'largestPaintMs', milliseconds, limit),
      compared.ratio('… main thread until quiet', 'mainThreadMs', milliseconds, limit),
      compared.value('… blocked by long tasks', 'blockedMs', milliseconds, { atMost: 20 }),
      compared.maximum('… layout shift', 'shift', toShift, { atMost: 0 }),
    )
  }
  return figures
}

/** The first visit of the home page in Sinhala and Tamil on a slow phone. Peer: the same page in English. */
export async function measureLanguages(rounds = usualRounds): Promise<Figure[]> {
  await using shop = await startFilledShop(['en', 'si', 'ta'])
  await using browser = await startBrowser()
  const visit = (path: string) => visitPage(browser, shop.port, path)
  const local = ['/si', '/ta']
  for (const path of ['/', ...local]) {
    await openPage(shop.port, path) // From now on it is cached.
    await visit(path)
  }
  const [english = [], ...others] = await alternate(rounds, ['/', ...local], visit)
  return others.flatMap((runs, index) => {
    const compared = new Comparison(runs, english, 'in English')
    const asEnglish = { atMost: 1.05 }
    const firstPaint = `first visit of ${local[index]} on a slow phone: first paint`
    return [
      compared.ratio(firstPaint, 'firstPaintMs', milliseconds, asEnglish),
      compared.ratio('… largest paint', 'largestPaintMs', milliseconds, asEnglish),
      compared.maximum('… layout shift', 'shift', toShift, { atMost: 0 }),
    ]
  })
}

/** Opening an item from the home page, and going back. Peer: the same pages written by hand. */
export async function measureOpenItem(rounds = usualRounds): Promise<Figure[]> {
  await using shop = await startFilledShop()
  await using bare = await startBareShop((await writePeers(shop)).pages, shop.dataDir)
  await using browser = await startBrowser()
  const open = ({ port }: { port: number }) => openNewestItem(browser, port)
  for (const server of [shop, bare]) await open(server)
  const compared = await Comparison.run(rounds, [shop, bare], peerName, open)
  const tap = 'from a tap on a card to the item’s picture, on a slow phone'
  return [
    compared.ratio(tap, 'pictureMs', milliseconds, { atMost: 1.25 }),
    compared.ratio('… and back, from the back/forward cache', 'backMs', milliseconds, { atMost: 1.5 }),
  ]
}

/** Starts a shop with 24 items, their photos and all settings, whose home page is cached. */
async function startFilledShop(languages?: ShopLanguages): Promise<Server> {
  const shop = await startShop({ isPublic: true, isMeasured: true })
  await savePhotos(shop.dataDir)
  await fillSettings(shop, languages)
  await addItems(shop.url, newItems())
  await openPage(shop.port)
  return shop
}

/** @returns pages by their paths, and the path of the newest item. */
async function writePeers({ url }: Server): Promise<{ pages: Record<string, string>; item: string }> {
  const answer = await fetch(`${url}/api/items`)
  const { items } = (await answer.json()) as { items: [newest: Item, ...Item[]] }
  const [newest] = items
  const item = `/item/${newest.id}`
  const html = await (await fetch(url + item)).text()
  const more = html.split('class="more"')[1]?.split('</aside>')[0] ?? fail()
  const others = [...more.matchAll(/href="\/item\/([^"]+)"/g)].map(([, id]) => items.find((each) => each.id === id))
  const [, photo, maker] = html.split('<picture>').map((part) => `<picture>${part.split('</picture>')[0]}</picture>`)
  const photos = items.flatMap((each) => each.photos)
  const photoOf = (id: string) => photos.find((each) => each.id === id) ?? newest.photos[0] ?? fail()
  const groups = Map.groupBy(items, ({ category }) => category)
  const categories = [...groups].map(([name, { length }]) => [name, length] as const)
  const covers = (await readCategoryRow(url)).map((name) => groups.get(name)?.[0] ?? fail())
  const beanies = items.filter(({ category }) => category === 'Beanies')
  const { heroPhoto, aboutPhoto } = filledSettings
  const pages = {
    '/': writeBareHome(items, covers, { hero: photoOf(heroPhoto), maker: photoOf(aboutPhoto) }),
    '/pieces': writeBareList('All pieces', items, categories),
    '/pieces/Beanies': writeBareList('Beanies', beanies, categories),
    [item]: writeBareItem(
      newest,
      { item: photo ?? fail(), maker: maker ?? fail() },
      others.map((other) => other ?? fail()),
    ),
  }
  return { pages, item }
}

/** @returns the names of the categories on the shop's home page, in the order of their pictures. */
async function readCategoryRow(url: string): Promise<[first: string, ...others: string[]]> {
  const html = await (await fetch(url)).text()
  const row = html.split('data-part="categories"')[1]?.split('</section>')[0] ?? fail()
  const links = row.matchAll(/href="\/pieces\/([^"]+)"/g)
  const [first, ...others] = [...links].map(([, name]) => decodeURIComponent(name ?? ''))
  return [first ?? fail(), ...others]
}

function fail(): never {
  throw new Error('The shop lacks a photo or a section that the pages by hand need.')
}
