import { milliseconds, perSecond } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { signIn } from '../maker.ts'
import { startPeer } from '../peer.ts'
import { cores, runClient } from '../program.ts'
import { startShop } from '../shop.ts'
import { alternate, median } from '../statistics.ts'

const rounds = 7
const seconds = 3
const atOnce = 16

interface Run {
  perSecond: number
  p50: number
  p99: number
}

/** `POST /api/items`, each piece, whose picture is elsewhere, durable before its answer; beside it the same store behind bare `node:http`. */
export async function measureAdding(): Promise<Figure[]> {
  await using shop = await startShop({ core: cores.measured, env: { SHOP_COPY_PICTURES: 'off' } })
  await using bare = await startPeer('bare-adding.ts')
  const idToken = await signIn(shop.url)
  const run = ({ port }: { port: number }) => runClient<Run>('add-items.ts', [port, idToken, atOnce, seconds])
  await run(shop)
  await run(bare)
  const runs = await alternate(rounds, [shop, bare], run)
  const middle = (of: object, figure: keyof Run) =>
    median((runs.get(of as typeof shop) ?? []).map((one) => one[figure]))
  const rate = middle(shop, 'perSecond')
  const p99 = middle(shop, 'p99')
  return [
    {
      what: `POST /api/items, ${atOnce} at once, each durable`,
      measured: `${perSecond(rate)} (${(rate / middle(bare, 'perSecond')).toFixed(2)} of the peer)`,
      peer: `the store behind bare node:http ${perSecond(middle(bare, 'perSecond'))}`,
      target: '≥ 2,000/s',
      isMet: rate >= 2_000,
    },
    {
      what: '… the slowest in a hundred (median)',
      measured: `${milliseconds(p99)} (${milliseconds(middle(shop, 'p50'))})`,
      peer: `${milliseconds(middle(bare, 'p99'))} (${milliseconds(middle(bare, 'p50'))})`,
      target: 'p99 < 25 ms',
      isMet: p99 < 25,
    },
  ]
}
