import { randomBytes } from 'node:crypto'

import { addItems } from '../../../test/kit/api-client.ts'
import { Visitor } from '../../clients/visitor.ts'
import { newItems } from '../../data/items.ts'
import { mainThreadMs } from '../../machine/machine.ts'
import { milliseconds, targetOf, toFigure, type Figure } from '../../report/figures.ts'
import { median, quantile } from '../../report/statistics.ts'
import { startShop, type Server } from '../../servers/shop.ts'
import { compareWithHome } from './cached-page.ts'

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
