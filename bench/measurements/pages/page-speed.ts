import { randomBytes } from 'node:crypto'

import { addItems } from '../../../test/kit/api-client.ts'
import { openPage, Visitor } from '../../clients/visitor.ts'
import { measurePageRate, type RequestedPage } from '../../clients/wrk.ts'
import { newItems } from '../../data/items.ts'
import { mainThreadMs, processorSeconds } from '../../machine/machine.ts'
import { alternate, Comparison } from '../../report/comparison.ts'
import { median, milliseconds, perSecond, quantile, targetOf, toFigure, type Figure } from '../../report/figures.ts'
import { startNginx } from '../../servers/nginx.ts'
import { startShop, type Server } from '../../servers/shop.ts'

const rounds = 7
const seconds = 3

/** `GET /` of the shop on its own core. Peer: nginx, which sends the same bytes from a file. */
export async function measureCachedPage(): Promise<Figure[]> {
  await using shop = await startShop({ isPublic: true, isMeasured: true })
  await addItems(shop.url, newItems())
  const page = await openPage(shop.port)
  await using nginx = await startNginx({ '/': page })
  const copy = await openPage(nginx.port)
  if (!copy.body.equals(page.body)) throw new Error('nginx does not send what the shop sends.')

  const run = async ({ port, pid }: { port: number; pid: number }) => {
    const before = processorSeconds(pid)
    const rate = await measurePageRate(port, seconds)
    return { rate, busy: (processorSeconds(pid) - before) / seconds }
  }
  for (const server of [shop, nginx]) await run(server)
  const compared = await Comparison.run(rounds, [shop, nginx], 'nginx', run)
  const toShare = (busy: number) => `${Math.round(busy * 100)} %`
  return [
    compared.ratio(`GET / on one core (${page.body.length} bytes in Brotli)`, 'rate', perSecond, { atLeast: 0.6 }),
    compared.value('… share of the core', 'busy', toShare),
  ]
}

/** Rates of cached pages. Peer: `GET /` in the same rounds. */
export async function compareWithHome(port: number, pages: readonly RequestedPage[]): Promise<Figure[]> {
  const home: RequestedPage = { path: '/', status: 200 }
  const measure = async (page: RequestedPage) => ({ rate: await measurePageRate(port, 2, page) })
  const [homeRuns = [], ...runs] = await alternate(5, [home, ...pages], measure)
  return pages.map(({ path }, index) => {
    const compared = new Comparison(runs[index] ?? [], homeRuns, 'GET /')
    return compared.ratio(`GET ${path}, cached`, 'rate', perSecond, { atLeast: 0.9 })
  })
}

const itemCount = 600
/** The number of pages that are rendered first, while the code is being compiled. */
const warmUp = 200

/** The times of Next.js on this kind of machine, for pages requested for the first time; see the decision on request targets. */
const next = { pageMs: 18, missingMs: 2 }

/** Pages that are not cached, one after another; and cached pages. Peer: the cached home page. */
export async function measureUncachedPage(): Promise<Figure[]> {
  await using shop = await startShop({ isMeasured: true })
  const items = await addItems(shop.url, newItems(itemCount))
  const pages = items.map(({ id }) => `/item/${id}`)
  const unknownItems = items.map(() => `/item/${randomBytes(10).toString('hex')}`)
  const unknownPaths = items.map((_, index) => `/none-${index}`)
  return [
    ...(await requestEach(shop, 'the page of an item, first request', pages, 200, next.pageMs)),
    ...(await requestEach(shop, 'an unknown item, first request', unknownItems, 404, next.missingMs)),
    ...(await requestEach(shop, 'an unknown path, first request', unknownPaths, 404, next.missingMs)),
    ...(await compareWithHome(shop.port, [
      { path: '/?fbclid=IwAR0', status: 200 },
      { path: '/none-0', status: 404 },
    ])),
  ]
}

/** Requests each path, one after another over one connection, as a browser does. */
async function requestEach(
  { port, pid }: Server,
  what: string,
  paths: readonly string[],
  status: number,
  nextMs: number,
): Promise<Figure[]> {
  using visitor = new Visitor(port)
  const [times, busyTimes]: [number[], number[]] = [[], []]
  for (const path of paths) {
    const busyBefore = mainThreadMs(pid)
    const answer = await visitor.open(path)
    times.push(answer.ms)
    busyTimes.push(mainThreadMs(pid) - busyBefore)
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}.`)
  }
  const answered = times.slice(warmUp)
  const busy = median(busyTimes.slice(warmUp))
  return [
    {
      what: `${what}: response time, p50`,
      measured: `${milliseconds(median(answered))} (p99 ${milliseconds(quantile(answered, 0.99))})`,
      ...targetOf(median(answered), { atMost: nextMs }, (ms) => `${milliseconds(ms)}, as Next.js`),
    },
    toFigure('… time of the main thread, p50', busy, milliseconds, { atMost: 5 }),
  ]
}
