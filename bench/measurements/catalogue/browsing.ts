import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'

import { createOwner } from '../../../test/kit/accounts.ts'
import { callApi } from '../../../test/kit/manage-client.ts'
import { runCommand } from '../../../test/kit/shop/shop-process.ts'
import { Visitor } from '../../clients/visitor.ts'
import { measurePageRate } from '../../clients/wrk.ts'
import { commonestWords, importCatalogue } from '../../data/catalogue.ts'
import { mainThreadMs } from '../../machine/machine.ts'
import { temporaryFolders } from '../../machine/program.ts'
import { milliseconds, perSecond, type Figure } from '../../report/figure.ts'
import { alternate, median } from '../../report/statistics.ts'
import { startShop, type Server } from '../../servers/shop.ts'

const project = join(import.meta.dirname, '../../..')
const sizes = { small: 24, large: 100_000 } as const
const category = '/pieces/Beanies'
const search = `/pieces?q=${commonestWords[0]}`
const farPage = 1_000
/** The number of pages that are rendered first, while the code is being compiled. */
const warmUp = 50
const visits = 100
const rounds = 5
const seconds = 2
const limits = { mainThreadMs: 6, growth: 1.5, cached: 0.9 } as const

/** The catalogue's pages, cached and rendered after a change, with 24 and with 100,000 items. Peer: the home page. */
export async function measureBrowsing(): Promise<Figure[]> {
  await using small = await startFilledShop(sizes.small)
  await using large = await startFilledShop(sizes.large)
  const figures = await compareCached(large.shop)
  const pages = { 'the home page': '/', '/pieces': '/pieces', 'a category': category, 'a search': search }
  for (const [what, path] of Object.entries(pages)) {
    figures.push(compareSizes(what, await renderAfterChanges(small, path), await renderAfterChanges(large, path)))
  }
  const first = await renderAfterChanges(large, '/pieces')
  const far = await renderAfterChanges(large, `/pieces?after=${await cursorBefore(large.shop, farPage)}`)
  figures.push({
    what: `page ${farPage} of /pieces after a change, main thread, p50`,
    measured: milliseconds(far),
    peer: `page 1 ${milliseconds(first)}`,
    target: `≤ ${limits.growth} of page 1`,
    isMet: far <= limits.growth * first,
  })
  return figures
}

interface FilledShop extends AsyncDisposable {
  readonly shop: Server
  /** Changes one of the newest items, so that pages are rendered again. */
  readonly change: () => Promise<void>
}

async function startFilledShop(count: number): Promise<FilledShop> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(temporaryFolders, 'browsing-')))
  const dataDir = join(folder.path, 'data')
  await importCatalogue(project, dataDir, count)
  const shop = resources.use(await startShop({ dataDir, isMeasured: true }))
  const command = (...args: string[]) => runCommand({ SHOP_DATA_DIR: dataDir }, ...args)
  const idToken = await createOwner({ identityUrl: shop.url, command }, 'owner@example.com')
  const path = `/items/bench${String(count - 1).padStart(15, '0')}`
  let version = '1'
  let sold = false
  const owned = resources.move()
  return {
    shop,
    async change() {
      sold = !sold
      const response = await callApi(shop.url, idToken, { method: 'PATCH', path, body: { sold }, version })
      if (!response.ok) throw new Error(`The item was not changed: ${response.status}`)
      version = ((await response.json()) as { version: string }).version
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** @returns the median time of the main thread for one request, in milliseconds. */
async function renderAfterChanges({ shop, change }: FilledShop, path: string): Promise<number> {
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

async function compareCached({ port }: Server): Promise<Figure[]> {
  const home = { path: '/', status: 200 } as const
  const others = ['/pieces', category, search].map((path) => ({ path, status: 200 as const }))
  const runs = await alternate(rounds, [home, ...others], (page) => measurePageRate(port, seconds, page))
  const homeRates = runs.get(home) ?? []
  return others.map((page) => {
    const rates = runs.get(page) ?? []
    const ratio = median(rates.map((rate, round) => rate / (homeRates[round] ?? Number.NaN)))
    return {
      what: `GET ${page.path}, cached`,
      measured: `${ratio.toFixed(2)} of it: ${perSecond(median(rates))}`,
      peer: `GET / ${perSecond(median(homeRates))}`,
      target: `≥ ${limits.cached} of GET /`,
      isMet: ratio >= limits.cached,
    }
  })
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
