import { createOwner } from '../../test/kit/accounts.ts'
import { callApi } from '../../test/kit/manage-client.ts'
import { Visitor } from '../clients/visitor.ts'
import { commonestWords } from '../data/catalogue.ts'
import { mainThreadMs } from '../machine/machine.ts'
import { median, milliseconds, type Figure } from '../report/figures.ts'
import { startShop, type Server } from '../servers/shop.ts'
import { compareWithHome } from './pages/page-speed.ts'

const sizes = { small: 24, large: 100_000 } as const
const category = '/pieces/Beanies'
const search = `/pieces?q=${commonestWords[0]}`
const farPage = 1_000
/** The number of pages that are rendered first, while the code is being compiled. */
const warmUp = 50
const visits = 100
const limits = { mainThreadMs: 6, growth: 1.25 } as const

/** The catalogue's pages, cached and rendered after a change, with 24 and with 100,000 items. Peer: the home page. */
export async function measureBrowsing(): Promise<Figure[]> {
  await using small = await startShop({ isMeasured: true, items: sizes.small })
  await using large = await startShop({ isMeasured: true, items: sizes.large })
  const changeOfSmall = await createChange(small, sizes.small)
  const changeOfLarge = await createChange(large, sizes.large)
  const cached = ['/pieces', category, search].map((path) => ({ path, status: 200 }) as const)
  const figures = await compareWithHome(large.port, cached)
  const pages = { 'the home page': '/', '/pieces': '/pieces', 'a category': category, 'a search': search }
  for (const [what, path] of Object.entries(pages)) {
    const ofSmall = await renderAfterChanges(small, changeOfSmall, path)
    figures.push(compareSizes(what, ofSmall, await renderAfterChanges(large, changeOfLarge, path)))
  }
  const first = await renderAfterChanges(large, changeOfLarge, '/pieces')
  const farPath = `/pieces?after=${await cursorBefore(large, farPage)}`
  const far = await renderAfterChanges(large, changeOfLarge, farPath)
  figures.push({
    what: `page ${farPage} of /pieces after a change, main thread, p50`,
    measured: milliseconds(far),
    peer: `page 1 ${milliseconds(first)}`,
    target: `≤ ${limits.growth} of page 1`,
    isMet: far <= limits.growth * first,
  })
  return figures
}

/** @returns a function that changes one of the newest items, so that pages are rendered again. */
async function createChange(shop: Server, count: number): Promise<() => Promise<void>> {
  const idToken = await createOwner(shop, 'owner@example.com')
  const path = `/items/bench${String(count - 1).padStart(15, '0')}`
  let version = '1'
  let sold = false
  return async () => {
    sold = !sold
    const response = await callApi(shop.url, idToken, { method: 'PATCH', path, body: { sold }, version })
    if (!response.ok) throw new Error(`The item was not changed: ${response.status}`)
    version = ((await response.json()) as { version: string }).version
  }
}

/** @returns the median time of the main thread for one request, in milliseconds. */
async function renderAfterChanges(shop: Server, change: () => Promise<void>, path: string): Promise<number> {
  using visitor = new Visitor(shop.port)
  const times: number[] = []
  for (let visit = 0; visit < warmUp + visits; visit++) {
    await change()
    const before = mainThreadMs(shop.pid)
    const { status } = await visitor.open(path)
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    times.push(mainThreadMs(shop.pid) - before)
  }
  return median(times.slice(warmUp))
}

function compareSizes(what: string, small: number, large: number): Figure {
  const ratio = large / small
  return {
    what: `${what} after a change, with ${sizes.large.toLocaleString('en')} items: main thread, p50`,
    measured: `${milliseconds(large)}: ${ratio.toFixed(2)} of it`,
    peer: `with ${sizes.small} items ${milliseconds(small)}`,
    target: `≤ ${limits.mainThreadMs} ms, ≤ ${limits.growth} of it`,
    isMet: large <= limits.mainThreadMs && ratio <= limits.growth,
  }
}

/** The cursor of a page, by walking through the API. */
async function cursorBefore({ url }: Server, page: number): Promise<string> {
  const step = 96 // Four pages of 24.
  let next = `/api/items?limit=${step}`
  for (let passed = 0; passed < (page - 1) * 24; passed += step) {
    const answer = (await (await fetch(url + next)).json()) as { next?: string }
    next = answer.next ?? ''
  }
  return new URL(next, url).searchParams.get('after') ?? ''
}
