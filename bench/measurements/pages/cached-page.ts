import { addItems } from '../../../test/kit/api-client.ts'
import { openPage } from '../../clients/visitor.ts'
import { measurePageRate, type RequestedPage } from '../../clients/wrk.ts'
import { newItems } from '../../data/items.ts'
import { processorSeconds } from '../../machine/machine.ts'
import { alternate, Comparison } from '../../report/comparison.ts'
import { perSecond, type Figure } from '../../report/figures.ts'
import { startNginx } from '../../servers/nginx.ts'
import { startShop } from '../../servers/shop.ts'

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
