import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { addItems } from '../../test/kit/api-client.ts'
import { openPage } from '../clients/visitor.ts'
import { newItems } from '../data/items.ts'
import { residentBytes } from '../machine/machine.ts'
import { temporaryFolders } from '../machine/program.ts'
import { megabytes, milliseconds, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'
import { startPeer, startShop } from '../servers/shop.ts'

const rounds = 7
const idleMs = 5_000

interface Run {
  startMs: number
  idleBytes: number
}

/** The start time and the idle memory of the built shop. Peer: the smallest possible Node server. */
export async function measureProcess(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(join(temporaryFolders, 'shop-bench-'))
  const dataDir = join(folder.path, 'data')
  {
    await using shop = await startShop({ dataDir })
    await addItems(shop.url, newItems())
  }
  const start = { shop: () => startShop({ dataDir }), bare: () => startPeer('bare-server.ts') }
  const runs = await alternate(rounds, [start.shop, start.bare], async (open): Promise<Run> => {
    const startedAt = performance.now()
    await using server = await open()
    await openPage(server.port, '/healthz')
    const startMs = performance.now() - startedAt
    await openPage(server.port)
    await setTimeout(idleMs)
    return { startMs, idleBytes: residentBytes(server.pid) }
  })
  const middle = (of: () => unknown, figure: keyof Run) =>
    median((runs.get(of as typeof start.shop) ?? []).map((run) => run[figure]))
  const figure = (what: string, name: keyof Run, max: number, write: (value: number) => string) => ({
    what,
    measured: write(middle(start.shop, name)),
    peer: `plain node:http ${write(middle(start.bare, name))}`,
    target: `≤ ${write(max)}`,
    isMet: middle(start.shop, name) <= max,
  })
  return [
    figure('from the start of the process to the first response', 'startMs', 500, milliseconds),
    figure('memory after one visit and five idle seconds', 'idleBytes', 150 * 1024 ** 2, megabytes),
  ]
}
