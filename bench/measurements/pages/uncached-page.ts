import { randomBytes } from 'node:crypto'

import { addItems } from '../../../test/kit/api-client.ts'
import { Visitor } from '../../clients/visitor.ts'
import { measurePageRate } from '../../clients/wrk.ts'
import { newItems } from '../../data/items.ts'
import { mainThreadMs } from '../../machine/machine.ts'
import { milliseconds, perSecond, type Figure } from '../../report/figure.ts'
import { alternate, median, quantile } from '../../report/statistics.ts'
import { startShop, type Server } from '../../servers/shop.ts'

const itemCount = 600
/** The number of pages that are rendered first, while the code is being compiled. */
const warmUp = 200
const rounds = 5
const seconds = 2
const maxMainThreadMs = 5

/** The times of Next.js on this kind of machine, for pages requested for the first time; see the decision on request targets. */
const next = { pageMs: 18, missingMs: 2 }

/** Pages that are not cached, one after another; and cached pages. Peer: the cached home page. */
export async function measureUncachedPage(): Promise<Figure[]> {
  await using shop = await startShop({ isMeasured: true })
  const items = await addItems(shop.url, newItems(itemCount))
  const pages = await requestEach(
    shop,
    items.map(({ id }) => `/item/${id}`),
    200,
  )
  const unknownItems = await requestEach(
    shop,
    items.map(() => `/item/${randomBytes(10).toString('hex')}`),
    404,
  )
  const unknownPaths = await requestEach(
    shop,
    items.map((_, index) => `/none-${index}`),
    404,
  )
  return [
    ...describe('the page of an item, first request', pages, next.pageMs),
    ...describe('an unknown item, first request', unknownItems, next.missingMs),
    ...describe('an unknown path, first request', unknownPaths, next.missingMs),
    ...(await compareCached(shop)),
  ]
}

interface TimedRequest {
  readonly ms: number
  readonly mainThreadMs: number
}

/** Requests each path, one after another over one connection, as a browser does. */
async function requestEach({ port, pid }: Server, paths: readonly string[], status: number): Promise<TimedRequest[]> {
  using visitor = new Visitor(port)
  const requests: TimedRequest[] = []
  for (const path of paths) {
    const busyBefore = mainThreadMs(pid)
    const answer = await visitor.open(path)
    requests.push({ ms: answer.ms, mainThreadMs: mainThreadMs(pid) - busyBefore })
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}.`)
  }
  return requests.slice(warmUp)
}

function describe(what: string, requests: readonly TimedRequest[], nextMs: number): Figure[] {
  const p50 = median(requests.map(({ ms }) => ms))
  const p99 = quantile(
    requests.map(({ ms }) => ms),
    0.99,
  )
  const busy = median(requests.map((one) => one.mainThreadMs))
  return [
    {
      what: `${what}: response time, p50`,
      measured: `${milliseconds(p50)} (p99 ${milliseconds(p99)})`,
      target: `≤ ${nextMs} ms, as Next.js`,
      isMet: p50 <= nextMs,
    },
    {
      what: '… time of the main thread, p50',
      measured: milliseconds(busy),
      target: `≤ ${maxMainThreadMs} ms`,
      isMet: busy <= maxMainThreadMs,
    },
  ]
}

/** A cached "not found" page and a campaign's query, each compared with `GET /` of the same round. */
async function compareCached({ port }: Server): Promise<Figure[]> {
  const home = { path: '/', status: 200 } as const
  const campaign = { path: '/?fbclid=IwAR0', status: 200 } as const
  const missing = { path: '/none-0', status: 404 } as const
  const runs = await alternate(rounds, [home, campaign, missing], (page) => measurePageRate(port, seconds, page))
  const homeRates = runs.get(home) ?? []
  return [campaign, missing].map((page) => {
    const rates = runs.get(page) ?? []
    const ratio = median(rates.map((rate, round) => rate / (homeRates[round] ?? Number.NaN)))
    return {
      what: `GET ${page.path}, cached, compared with GET /`,
      measured: `${ratio.toFixed(2)} of it: ${perSecond(median(rates))}`,
      peer: `GET / ${perSecond(median(homeRates))}`,
      target: '≥ 0.9 of GET /',
      isMet: ratio >= 0.9,
    }
  })
}
