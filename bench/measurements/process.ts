import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { sendRaw } from '../clients/raw-http.ts'
import { addItems } from '../data/add-items.ts'
import { residentBytes } from '../machine/machine.ts'
import { createTemporaryFolder } from '../machine/temporary-folder.ts'
import { startPeer } from '../peers/start-peer.ts'
import { megabytes, milliseconds, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'
import { startShop } from '../servers/shop.ts'

const rounds = 7
const idleMs = 5_000

interface Run {
  startMs: number
  idleBytes: number
}

/** The start time and the idle memory of the built shop. Peer: the smallest possible Node server. */
export async function measureProcess(): Promise<Figure[]> {
  await using folder = await createTemporaryFolder()
  const dataDir = join(folder.path, 'data')
  {
    await using shop = await startShop({ dataDir })
    await addItems(shop.url)
  }
  const start = { shop: () => startShop({ dataDir }), bare: () => startPeer('bare-server.ts') }
  const runs = await alternate(rounds, [start.shop, start.bare], async (open): Promise<Run> => {
    const startedAt = performance.now()
    await using server = await open()
    const startMs = performance.now() - startedAt
    await sendRaw(server.port, '/')
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
