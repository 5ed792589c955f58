import { addItems, signUp } from '../../test/kit/api-client.ts'
import type { OpenPagesRun } from '../clients/open-pages.ts'
import { newItems } from '../data/items.ts'
import { runClient } from '../machine/program.ts'
import { Comparison } from '../report/comparison.ts'
import { kilobytes, milliseconds, type Figure } from '../report/figures.ts'
import { startPeer, startShop } from '../servers/shop.ts'

const rounds = 3
const pages = 5_000

/** 5,000 open home pages of one process: how fast they learn of a new item, and refetch themselves all at once. */
export async function measureOpenPages(): Promise<Figure[]> {
  const compared = await Comparison.run(rounds, [measureShop, measurePeer], 'plain node:http', (measure) => measure())
  const refetched = '5,000 fetch the new home page at once, keep-alive connections'
  return [
    compared.value('a new item on 5,000 open pages, p99', 'eventP99Ms', milliseconds, { atMost: 250 }),
    compared.value('memory for each open page', 'bytesPerPage', kilobytes, { atMost: 25 * 1024 }),
    compared.value(refetched, 'keepAliveConnectionsMs', milliseconds, { atMost: 1_000 }),
    compared.value('… over new connections', 'newConnectionsMs', milliseconds, { atMost: 1_000 }),
  ]
}

async function measureShop(): Promise<OpenPagesRun> {
  await using shop = await startShop({ isMeasured: true })
  await addItems(shop.url, newItems())
  const { idToken } = await signUp(shop.url)
  return await runClient<OpenPagesRun>('open-pages.ts', [shop.port, shop.pid, pages, idToken])
}

async function measurePeer(): Promise<OpenPagesRun> {
  await using peer = await startPeer('bare-server.ts')
  return await runClient<OpenPagesRun>('open-pages.ts', [peer.port, peer.pid, pages, 'no-token'])
}
