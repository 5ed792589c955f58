import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'

import { createFields } from '../../../test/kit/load/mixed-load.ts'
import { createOwners } from '../../../test/kit/load/owners.ts'
import { Writer } from '../../../test/kit/load/writer.ts'
import { startShop } from '../../../test/kit/shop/shop-process.ts'
import { temporaryFolders } from '../../machine/program.ts'
import { milliseconds, type Figure } from '../../report/figure.ts'
import { median, sum } from '../../report/statistics.ts'
import { KillRounds, type KillsRun } from './kill-rounds.ts'

const maxStartMs = 2_000

/**
 * Kills the shop a thousand times, or `KILLS`, while it is written to and while it starts: what it acknowledged is there
 * each time, every photo that it serves is whole, and it opens quickly.
 */
export async function measureKills(): Promise<Figure[]> {
  const kills = Number(process.env['KILLS'] ?? 1_000)
  await using folder = await mkdtempDisposable(join(temporaryFolders, 'shop-kills-'))
  await using shop = await startShop({
    dataDir: join(folder.path, 'data'),
    env: { SHOP_RATE_LIMITS: 'off' },
  })
  const writer = new Writer({ url: shop.url, dataDir: shop.dataDir, owners: await createOwners(shop, 3) })
  await writer.importItems(Array.from({ length: 100 }, () => createFields([])))
  const run = await new KillRounds(shop, writer).killTimes(kills)
  return toFigures(kills, run, writer)
}

function toFigures(kills: number, run: KillsRun, { items, sessions, photos }: Writer): Figure[] {
  const { acknowledged, unanswered, lost, halfPhotos, faults, starts } = run
  const count = (of: Record<string, number>) => sum(Object.values(of))
  const kinds = Object.entries(acknowledged).map(([kind, times]) => `${kind} ${times}`)
  const own = starts.map((start) => start.own)
  const all = starts.map((start) => start.all)
  const write = (of: readonly number[]) => `${milliseconds(Math.max(...of))} (${milliseconds(median(of))})`
  return [
    {
      what: `acknowledged writes that were lost in ${kills} kills, ${run.killedWhileStarting} of them during the start`,
      measured: `${lost.length} of ${count(acknowledged).toLocaleString('en')} (${kinds.join(', ')})`,
      target: '0',
      isMet: lost.length === 0,
    },
    {
      what: 'half photos served',
      measured: `${halfPhotos.length}; ${photos.length} photos, ${unanswered.photo} kills of an upload`,
      target: '0',
      isMet: halfPhotos.length === 0,
    },
    {
      what: 'refused writes, and revisions lower than before',
      measured: `${faults.length}; ${items.length} items, ${sessions.length} sessions, ${count(unanswered)} writes without an answer`,
      target: '0',
      isMet: faults.length === 0,
    },
    {
      what: 'start after a kill, slowest (median), without waiting for a core',
      measured: `${write(own)}; with it ${write(all)}`,
      target: `< ${maxStartMs} ms`,
      isMet: Math.max(...own) < maxStartMs,
    },
  ]
}
