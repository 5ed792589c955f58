import { addItems, signUp } from '../../test/kit/api-client.ts'
import type { OpenPagesRun } from '../clients/open-pages.ts'
import { newItems } from '../data/items.ts'
import { runClient } from '../machine/program.ts'
import { kilobytes, milliseconds, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'
import { startPeer, startShop } from '../servers/shop.ts'

const rounds = 3
const pages = 5_000

/** 5,000 open home pages of one process: how fast they learn of a new item, and refetch themselves all at once. */
export async function measureOpenPages(): Promise<Figure[]> {
  const runs = await alternate(rounds, [measureShop, measurePeer], (measure) => measure())
  const middle = (of: () => Promise<OpenPagesRun>, figure: keyof OpenPagesRun) =>
    median((runs.get(of) ?? []).map((run) => run[figure]))
  const compare = (what: string, figure: keyof OpenPagesRun, max: number, write: (value: number) => string) => ({
    what,
    measured: write(middle(measureShop, figure)),
    peer: `plain node:http ${write(middle(measurePeer, figure))}`,
    target: `≤ ${write(max)}`,
    isMet: middle(measureShop, figure) <= max,
  })
  return [
    compare('a new item on 5,000 open pages, p99', 'eventP99Ms', 250, milliseconds),
    compare('memory for each open page', 'bytesPerPage', 25 * 1024, kilobytes),
    compare(
      '5,000 fetch the new home page at once, keep-alive connections',
      'keepAliveConnectionsMs',
      1_000,
      milliseconds,
    ),
    compare('… over new connections', 'newConnectionsMs', 1_000, milliseconds),
  ]
}

async function measureShop(): Promise<OpenPagesRun> {
  await using shop = await startShop({ isMeasured: true })
  await addItems(shop.url, newItems())
  const { idToken } = await signUp(shop.url)
  return await runClient<OpenPagesRun>('open-pages.ts', [shop.port, shop.pid, pages, idToken])
}

async function measurePeer(): Promise<OpenPagesRun> {
  await using peer = await startPeer('bare-live.ts')
  return await runClient<OpenPagesRun>('open-pages.ts', [peer.port, peer.pid, pages, 'no-token'])
}
