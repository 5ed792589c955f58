import type { Item } from '../../../src/domain/item.ts'
import { addItems } from '../../../test/kit/api-client.ts'
import { startBrowser } from '../../browser/browser.ts'
import { openNewestItem, visitPage } from '../../browser/slow-phone.ts'
import { openPage } from '../../clients/visitor.ts'
import { newItems } from '../../data/items.ts'
import { savePhotos } from '../../data/photos.ts'
import { writeBareHome, writeBareItem } from '../../peers/bare-pages.ts'
import { Comparison } from '../../report/comparison.ts'
import { milliseconds, type Figure } from '../../report/figures.ts'
import { startBareShop } from '../../servers/nginx.ts'
import { startShop } from '../../servers/shop.ts'

const rounds = 9
const peerName = 'static HTML, nginx'
const toShift = (value: number) => value.toFixed(3)

/** The first visit of the home page with 24 items on a slow phone. Peer: the same page as static HTML. */
export async function measureFirstVisit(): Promise<Figure[]> {
  await using shop = await startShopWithPhotos()
  await using bare = await startBareShop({ '/': writeBareHome(await listItems(shop.url)) }, shop.dataDir)
  await using browser = await startBrowser()
  const visit = ({ port }: { port: number }) => visitPage(browser, port)
  for (const server of [shop, bare]) await visit(server)
  const compared = await Comparison.run(rounds, [shop, bare], peerName, visit)
  const first = 'first visit on a slow phone: first contentful paint'
  return [
    compared.ratio(first, 'firstPaintMs', milliseconds, { atMost: 1.15 }),
    compared.ratio('… largest contentful paint', 'largestPaintMs', milliseconds, { atMost: 1.15 }),
    compared.ratio('… style recalculation', 'styleMs', milliseconds, { atMost: 1.5 }),
    compared.value('… blocked by long tasks', 'blockedMs', milliseconds, { atMost: 20 }),
    compared.maximum('… layout shift', 'shift', toShift, { atMost: 0 }),
  ]
}

/** Opening an item from the home page, and going back. Peer: the same pages as static HTML. */
export async function measureOpenItem(): Promise<Figure[]> {
  await using shop = await startShopWithPhotos()
  const items = await listItems(shop.url)
  const path = `/item/${items[0].id}`
  const html = await (await fetch(shop.url + path)).text()
  const picture = html.slice(html.indexOf('<picture>'), html.indexOf('</picture>'))
  const pages = { '/': writeBareHome(items), [path]: writeBareItem(items[0], picture) }
  await using bare = await startBareShop(pages, shop.dataDir)
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

/** The first visit of `/pieces` with 24 items on a slow phone. Peer: the home page of the same shop. */
export async function measurePiecesVisit(): Promise<Figure[]> {
  await using shop = await startShopWithPhotos()
  await openPage(shop.port, '/pieces')
  await using browser = await startBrowser()
  const visit = (path: string) => visitPage(browser, shop.port, path)
  const compared = await Comparison.run(rounds, ['/pieces', '/'], 'the home page', visit)
  const first = 'first visit of /pieces on a slow phone: first contentful paint'
  return [
    compared.ratio(first, 'firstPaintMs', milliseconds, { atMost: 1.1 }),
    compared.ratio('… largest contentful paint', 'largestPaintMs', milliseconds, { atMost: 1.1 }),
    compared.maximum('… layout shift', 'shift', toShift, { atMost: 0 }),
  ]
}

/** Starts a shop with 24 items and their photos, whose home page is cached. */
async function startShopWithPhotos() {
  const shop = await startShop({ isPublic: true, isMeasured: true })
  await savePhotos(shop.dataDir)
  await addItems(shop.url, newItems())
  await openPage(shop.port)
  return shop
}

async function listItems(url: string): Promise<[newest: Item, ...Item[]]> {
  return ((await (await fetch(`${url}/api/items`)).json()) as { items: [Item, ...Item[]] }).items
}
