import type { OpenPagesRun } from '../clients/open-pages.ts'
import { addItems, signIn } from '../data/add-items.ts'
import { cores, runClient } from '../machine/program.ts'
import { startPeer } from '../peers/start-peer.ts'
import { kilobytes, milliseconds, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'
import { startShop } from '../servers/shop.ts'

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
  await using shop = await startShop({ core: cores.measured })
  await addItems(shop.url)
  return await runClient<OpenPagesRun>('open-pages.ts', [shop.port, shop.pid, pages, await signIn(shop.url)])
}

async function measurePeer(): Promise<OpenPagesRun> {
  await using peer = await startPeer('bare-live.ts')
  return await runClient<OpenPagesRun>('open-pages.ts', [peer.port, peer.pid, pages, 'no-token'])
}
