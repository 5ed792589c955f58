import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { demoItems } from '../../scripts/demo/demo-items.ts'
import { readPicture } from '../../scripts/demo/photos.ts'
import { writeFullDataFolder } from '../../test/kit/load/full-data-folder.ts'
import { MixedLoad } from '../../test/kit/load/mixed-load.ts'
import { createOwners } from '../../test/kit/load/owners.ts'
import { Writer } from '../../test/kit/load/writer.ts'
import { runCommand } from '../../test/kit/shop/shop-process.ts'
import { Visitor } from '../clients/visitor.ts'
import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { coreWaitMs } from '../machine/machine.ts'
import { temporaryFolders } from '../machine/program.ts'
import { milliseconds, type Figure } from '../report/figure.ts'
import { median, quantile } from '../report/statistics.ts'
import { startShop, type Server } from '../servers/shop.ts'
import { pace } from './soak/pace.ts'

const rounds = 5
const content = { items: 10_000, photos: 200 }
/** While the home page is requested: each makes it be rendered again. */
const editsPerSecond = 5
const homeP99Ms = 20

interface Backup {
  readonly seconds: number
  readonly megabytes: number
  readonly newMegabytes: number
}

/** How long a response of the home page took, in milliseconds. */
interface HomeTime {
  readonly all: number
  /** Without the time for which the shop's main thread and the client's waited for a core. */
  readonly own: number
}

interface Round {
  readonly alone: readonly HomeTime[]
  readonly whileBackingUp: readonly HomeTime[]
  readonly first: Backup
  /** Into the same folder, right after the first one. */
  readonly second: Backup
}

/**
 * Backups of a shop whose items are edited meanwhile: how long its home page takes, and the same without a
 * backup; how long a first and a second backup take, and how large they are.
 */
export async function measureBackup(): Promise<Figure[]> {
  await using folder = await mkdtempDisposable(join(temporaryFolders, 'shop-backup-'))
  const dataDir = join(folder.path, 'data')
  const [{ picture } = { picture: '' }] = demoItems
  const { items } = await writeFullDataFolder(dataDir, content, await readPicture(picture))
  await using shop = await startShop({ dataDir })
  const command = (...args: string[]) => runCommand({ SHOP_DATA_DIR: dataDir }, ...args)
  const owners = await createOwners({ identityUrl: shop.url, command }, 1)
  const writer = new Writer({ url: shop.url, dataDir, owners })
  writer.items.push(...items.slice(-24))
  const load = new MixedLoad(writer, { photoSize: 100, itemsPerImport: 1 })

  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    await waitForIdleMachine()
    const into = join(folder.path, `backups-${round}`)
    const backUp = async () => measureOne(() => command('backup', into))
    const alone = await requestHomeDuring(shop, load, () => setTimeout(3_000))
    const [first, whileFirst] = await during(backUp)
    const [second, whileSecond] = await during(backUp)
    measured.push({ alone, whileBackingUp: [...whileFirst, ...whileSecond], first, second })
  }
  return toFigures(measured)

  async function during<T>(work: () => Promise<T>): Promise<[result: T, times: readonly HomeTime[]]> {
    const working = Promise.withResolvers<T>()
    const times = await requestHomeDuring(shop, load, async () => working.resolve(await work()))
    return [await working.promise, times]
  }
}

/** Requests the home page while items are edited, until `work` is done. */
async function requestHomeDuring(
  { port, pid }: Server,
  load: MixedLoad,
  work: () => Promise<void>,
): Promise<HomeTime[]> {
  using visitor = new Visitor(port)
  const done = new AbortController()
  const times: HomeTime[] = []
  const waitMs = () => coreWaitMs(pid) + coreWaitMs(process.pid)
  const visit = async () => {
    const waitedBefore = waitMs()
    const { ms } = await visitor.open('/')
    times.push({ all: ms, own: Math.max(0, ms - (waitMs() - waitedBefore)) })
  }
  await Promise.all([
    work().finally(() => done.abort()),
    pace(editsPerSecond, done.signal, () => load.send('edit')),
    pace(100, done.signal, visit),
  ])
  return times
}

async function measureOne(backUp: () => Promise<string>): Promise<Backup> {
  const startedAt = performance.now()
  const output = await backUp()
  const seconds = (performance.now() - startedAt) / 1_000
  const [, all, fresh] = /(\d{1,7}\.\d) MB, of which (\d{1,7}\.\d) MB are new/.exec(output) ?? []
  return { seconds, megabytes: Number(all), newMegabytes: Number(fresh) }
}

function toFigures(measured: readonly Round[]): Figure[] {
  const middle = (of: (round: Round) => number) => median(measured.map(of))
  const home = (share: number, of: 'alone' | 'whileBackingUp', time: keyof HomeTime) =>
    middle((round) =>
      quantile(
        round[of].map((each) => each[time]),
        share,
      ),
    )
  const write = (of: 'alone' | 'whileBackingUp') =>
    `${milliseconds(home(0.99, of, 'own'))} (${milliseconds(home(0.5, of, 'own'))}), ` +
    `with waiting for a core ${milliseconds(home(0.99, of, 'all'))}`
  const p99 = home(0.99, 'whileBackingUp', 'own')
  const size = (of: 'first' | 'second') =>
    `${middle((round) => round[of].newMegabytes).toFixed(1)} MB stored of ${middle((round) => round[of].megabytes).toFixed(1)} MB`
  const took = (of: 'first' | 'second') => `${middle((round) => round[of].seconds).toFixed(1)} s`
  return [
    {
      what: `home page, p99 (p50), during a backup of ${content.items.toLocaleString('en')} items and ${content.photos} photos`,
      measured: write('whileBackingUp'),
      peer: `without a backup ${write('alone')}`,
      target: `p99 < ${homeP99Ms} ms`,
      isMet: p99 < homeP99Ms,
    },
    {
      what: 'first backup, the command included',
      measured: `${took('first')}; ${size('first')}`,
      target: '',
      isMet: true,
    },
    {
      what: 'second backup into the same folder: only the databases are new',
      measured: `${took('second')}; ${size('second')}`,
      peer: `the first one ${took('first')}`,
      target: 'shorter, and smaller',
      isMet: measured.every(
        ({ first, second }) => second.seconds < first.seconds && second.newMegabytes < first.newMegabytes,
      ),
    },
  ]
}
