import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { openPage } from '../clients/visitor.ts'
import { importCatalogue } from '../data/catalogue.ts'
import { memoryBytes } from '../machine/machine.ts'
import { Comparison } from '../report/comparison.ts'
import { megabytes, milliseconds, type Figure } from '../report/figures.ts'
import { startPeer, startShop } from '../servers/shop.ts'

const rounds = 7
const idleMs = 5_000

/** The start time and the idle memory of the built shop with 24 items. Peer: a minimal Node server. */
export async function measureProcess(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'shop-bench-'))
  await importCatalogue(folder.path, 24)
  const openers = [() => startShop({ dataDir: folder.path }), () => startPeer('bare-server.ts')] as const
  const compared = await Comparison.run(rounds, openers, 'plain node:http', async (open) => {
    const startedAt = performance.now()
    await using server = await open()
    await openPage(server.port, '/healthz')
    const startMs = performance.now() - startedAt
    await openPage(server.port)
    await setTimeout(idleMs)
    return { startMs, idleBytes: memoryBytes(server.pid, 'VmRSS') }
  })
  const idle = 'memory after one visit and five idle seconds'
  return [
    compared.value('from the start of the process to the first response', 'startMs', milliseconds, { atMost: 500 }),
    compared.value(idle, 'idleBytes', megabytes, { atMost: 150 * 1024 ** 2 }),
  ]
}
