import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { demoItems, readPicture } from '../../scripts/demo/demo-items.ts'
import { writeFullDataFolder } from '../../test/kit/load/full-data-folder.ts'
import { MixedLoad } from '../../test/kit/load/mixed-load.ts'
import { createOwners } from '../../test/kit/load/owners.ts'
import { Writer } from '../../test/kit/load/writer.ts'
import { repeatUntil, visitHome, type HomeTime } from '../clients/visitor.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { Comparison } from '../report/comparison.ts'
import { milliseconds, quantile, type Figure } from '../report/figures.ts'
import { startShop, type Server } from '../servers/shop.ts'

const rounds = 5
const content = { items: 10_000, photos: 200 }
/** While the home page is requested: each edit makes it be rendered again. */
const pauseBetweenEditsMs = 200
const toSeconds = (seconds: number) => `${seconds.toFixed(1)} s`
const toMegabytes = (megabytes: number) => `${megabytes.toFixed(1)} MB`

type HomeTimes = ReturnType<typeof summarize>
type Backup = Awaited<ReturnType<typeof measureOne>>

/**
 * Backups of a shop whose items are edited meanwhile: how long its home page takes, and the same without a
 * backup; how long a first and a second backup take, and how large they are.
 */
export async function measureBackup(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'shop-backup-'))
  const dataDir = join(folder.path, 'data')
  const [{ picture } = { picture: '' }] = demoItems
  const { items } = await writeFullDataFolder(dataDir, content, await readPicture(picture))
  await using shop = await startShop({ dataDir })
  const writer = new Writer({ url: shop.url, dataDir, owners: await createOwners(shop, 1) })
  writer.items.push(...items.slice(-24))
  const load = new MixedLoad(writer, { photoSize: 100, itemsPerImport: 1 })

  const [alone, meanwhile]: [HomeTimes[], HomeTimes[]] = [[], []]
  const [first, second]: [Backup[], Backup[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await waitForIdleMachine()
    alone.push(summarize(await visitDuring(shop, load, () => setTimeout(3_000))))
    const backUp = (into: Backup[]) => async () =>
      void into.push(await measureOne(() => shop.command('backup', join(folder.path, `backups-${round}`))))
    const whileFirst = await visitDuring(shop, load, backUp(first))
    meanwhile.push(summarize([...whileFirst, ...(await visitDuring(shop, load, backUp(second)))]))
  }
  const home = new Comparison(meanwhile, alone, 'without a backup')
  const backups = new Comparison(second, first, 'the first one')
  const during = `a backup of ${content.items.toLocaleString('en')} items and ${content.photos} photos`
  return [
    home.value(`home page during ${during}, p99 without waiting for a core`, 'ownP99', milliseconds, { atMost: 20 }),
    home.value('… p50', 'ownP50', milliseconds),
    home.value('… p99 with it', 'p99', milliseconds),
    backups.ratio('second backup into the same folder, the command included', 'seconds', toSeconds, { atMost: 1 }),
    backups.ratio('… what it stores: only the databases are new', 'megabytes', toMegabytes, { atMost: 1 }),
  ]
}

/** Opens the home page while items are edited, until `work` is done. */
async function visitDuring(shop: Server, load: MixedLoad, work: () => Promise<void>): Promise<HomeTime[]> {
  const done = new AbortController()
  const [times] = await Promise.all([
    visitHome(shop, 10, done.signal),
    repeatUntil(done.signal, pauseBetweenEditsMs, () => load.send('edit')),
    work().finally(() => done.abort()),
  ])
  return times
}

function summarize(times: readonly HomeTime[]) {
  const own = times.map((time) => time.own)
  const all = times.map((time) => time.all)
  return { ownP99: quantile(own, 0.99), ownP50: quantile(own, 0.5), p99: quantile(all, 0.99) }
}

async function measureOne(backUp: () => Promise<string>) {
  const startedAt = performance.now()
  const output = await backUp()
  const [, added] = /of which (\d{1,7}\.\d) MB are new/.exec(output) ?? []
  return { seconds: (performance.now() - startedAt) / 1_000, megabytes: Number(added) }
}
