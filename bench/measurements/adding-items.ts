import { signIn } from '../data/add-items.ts'
import { cores, runClient } from '../machine/program.ts'
import { startPeer } from '../peers/start-peer.ts'
import { milliseconds, perSecond, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'
import { startShop } from '../servers/shop.ts'

const rounds = 7
const seconds = 3
const concurrency = 16

interface Run {
  perSecond: number
  p50: number
  p99: number
}

/** `POST /api/items`, each item durable before its response. Peer: the same store behind plain `node:http`. */
export async function measureAddingItems(): Promise<Figure[]> {
  await using shop = await startShop({ core: cores.measured, env: { SHOP_COPY_PICTURES: 'off' } })
  await using bare = await startPeer('bare-adding.ts')
  const idToken = await signIn(shop.url)
  const run = ({ port }: { port: number }) => runClient<Run>('add-items.ts', [port, idToken, concurrency, seconds])
  await run(shop)
  await run(bare)
  const runs = await alternate(rounds, [shop, bare], run)
  const middle = (of: object, figure: keyof Run) =>
    median((runs.get(of as typeof shop) ?? []).map((one) => one[figure]))
  const rate = middle(shop, 'perSecond')
  const p99 = middle(shop, 'p99')
  return [
    {
      what: `POST /api/items, ${concurrency} concurrent, each durable`,
      measured: `${perSecond(rate)} (${(rate / middle(bare, 'perSecond')).toFixed(2)} of the peer)`,
      peer: `the store behind plain node:http ${perSecond(middle(bare, 'perSecond'))}`,
      target: '≥ 2,000/s',
      isMet: rate >= 2_000,
    },
    {
      what: '… p99 (median)',
      measured: `${milliseconds(p99)} (${milliseconds(middle(shop, 'p50'))})`,
      peer: `${milliseconds(middle(bare, 'p99'))} (${milliseconds(middle(bare, 'p50'))})`,
      target: 'p99 < 25 ms',
      isMet: p99 < 25,
    },
  ]
}
