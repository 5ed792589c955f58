import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import { LoadClients, sixClients } from '../../../test/kit/load/load-clients.ts'
import { MixedLoad, createFields } from '../../../test/kit/load/mixed-load.ts'
import { createOwners } from '../../../test/kit/load/owners.ts'
import { Writer } from '../../../test/kit/load/writer.ts'
import { runCommand } from '../../../test/kit/shop/shop-process.ts'
import { Visitor } from '../../clients/visitor.ts'
import { processorSeconds, residentBytes } from '../../machine/machine.ts'
import { megabytes, milliseconds, type Figure } from '../../report/figure.ts'
import { startPeer, startShop, type Server } from '../../servers/shop.ts'
import { pace } from './pace.ts'
import { ratioOf, Series, slices, windows } from './series.ts'
import { runSoakLoad, type SoakTimes } from './soak-load.ts'

const items = 2_000
const itemsAtOnce = 400
const photos = 4
const owners = 10
/** Within the shop's rate limits. */
const warmUpWrites = 1_500
const passwordsAtOnce = 16
/** How much may have grown since the second window. */
const maxGrowth = 1.1

/** Measured of the shop's process a few times in each slice. */
interface ProcessSeries {
  readonly memory: Series
  readonly files: Series
  /** Processor time since the last sample, in milliseconds for each second. */
  readonly processor: Series
}

/**
 * One shop under mixed load at a fixed rate, for an hour unless `SOAK_MINUTES` says otherwise: memory, open files and
 * latency in the last twelfth of the time, compared with the second. Next to it, with the same load: a minimal Node
 * server, and the store behind plain `node:http`.
 */
export async function measureSoak(): Promise<Figure[]> {
  const durationMs = Number(process.env['SOAK_MINUTES'] ?? 60) * 60_000
  await using shop = await startShop({ isPublic: true, env: { SHOP_TRUST_PROXY: '1' } })
  // On any core, as the shop is: it encodes photos meanwhile.
  await using peerHome = await startPeer('bare-server.ts', { isMeasured: false })
  await using peerAdding = await startPeer('bare-adding.ts', { isMeasured: false })
  const writer = await openFullShop(shop)

  const startedAt = performance.now()
  const series = () => new Series(startedAt, durationMs)
  const times: SoakTimes = {
    home: series(),
    peerHome: series(),
    itemWrites: series(),
    peerWrites: series(),
    answered: 0,
    failures: 0,
  }
  const used: ProcessSeries = { memory: series(), files: series(), processor: series() }
  const ended = AbortSignal.timeout(durationMs)
  await Promise.all([
    runSoakLoad({ shop, peerHome, peerAdding }, writer, times, ended),
    sampleProcess(shop.pid, used, { everySeconds: durationMs / slices / 12_000, signal: ended }),
    reportWindows(times, used, durationMs / windows),
  ])
  return toFigures(times, used, durationMs)
}

/** A shop with owners, items and photos. */
async function openFullShop({ url, dataDir, port }: Server): Promise<Writer> {
  const env = { SHOP_DATA_DIR: dataDir, SHOP_ORIGIN: url, PORT: String(port) }
  const access = { identityUrl: url, command: (...args: string[]) => runCommand(env, ...args) }
  const writer = new Writer({ url, dataDir, owners: await createOwners(access, owners), address: randomAddress })
  for (let added = 0; added < items; added += itemsAtOnce) {
    await writer.importItems(Array.from({ length: itemsAtOnce }, () => createFields([])))
  }
  const load = new MixedLoad(writer, { photoSize: 1_000, itemsPerImport: 5 })
  for (let uploaded = 0; uploaded < photos; uploaded++) await load.send('photo')
  await warmUp(writer, load, port)
  return writer
}

/** Fills the shop's caches, and lets it use as much memory at once as it ever will: bounded growth is no leak. */
async function warmUp(writer: Writer, load: MixedLoad, port: number): Promise<void> {
  const clients = new LoadClients(load, sixClients)
  await Promise.all([
    clients.untilAcknowledged(warmUpWrites).finally(() => clients.stop()),
    ...Array.from({ length: passwordsAtOnce }, () => load.send('sign up with a password')),
    visitAll(writer, port),
  ])
}

async function visitAll({ items: visited }: Writer, port: number): Promise<void> {
  using visitor = new Visitor(port)
  for (const { acknowledged } of visited.slice(0, items)) await visitor.open(`/item/${acknowledged?.id ?? ''}`)
}

/** Of one of 16,384 visitors, more than the shop's rate limits remember. */
function randomAddress(): string {
  const number = Math.floor(Math.random() * 16_384)
  return `10.7.${number >> 8}.${number & 255}`
}

async function sampleProcess(
  pid: number,
  used: ProcessSeries,
  { everySeconds, signal }: { everySeconds: number; signal: AbortSignal },
): Promise<void> {
  let before = processorSeconds(pid)
  await pace(1 / everySeconds, signal, async () => {
    const now = processorSeconds(pid)
    used.memory.add(residentBytes(pid))
    used.files.add(readdirSync(`/proc/${pid}/fd`).length)
    used.processor.add(((now - before) / everySeconds) * 1_000)
    before = now
  })
}

/** Prints each window as it ends. */
async function reportWindows(times: SoakTimes, used: ProcessSeries, windowMs: number): Promise<void> {
  for (let window = 0; window < windows; window++) {
    await setTimeout(windowMs + 50 / windows)
    const latency = (ours: Series, peer: Series) =>
      [0.5, 0.99].map(
        (share) => `${milliseconds(ours.quantile(window, share))} (${milliseconds(peer.quantile(window, share))})`,
      )
    const row = [
      `${new Date().toISOString().slice(11, 19)} window ${window + 1} of ${windows}`,
      megabytes(used.memory.quantile(window, 0.5)),
      `${used.files.quantile(window, 0.5)} files`,
      `processor ${used.processor.quantile(window, 0.5).toFixed(0)} ms/s`,
      `GET / p50, p99 ${latency(times.home, times.peerHome).join(', ')}`,
      `writes ${latency(times.itemWrites, times.peerWrites).join(', ')}`,
      `${times.answered} requests, ${times.failures} failed`,
    ]
    process.stderr.write(`${row.join('; ')}\n`)
  }
}

function toFigures(times: SoakTimes, used: ProcessSeries, durationMs: number): Figure[] {
  const [first, last] = [1, windows - 1]
  const minutes = (window: number) => `${((window * durationMs) / windows / 60_000).toFixed(0)} min`
  const target = `≤ +10 % since ${minutes(first)}`
  const growthOf = (of: Series, share: number) => of.quantile(last, share) / of.quantile(first, share)
  const change = (growth: number) => `${growth < 1 ? '−' : '+'}${Math.abs((growth - 1) * 100).toFixed(1)} %`
  const constant = (what: string, of: Series, write: (value: number) => string): Figure => ({
    what: `${what} at the end of ${minutes(windows)}`,
    measured: `${write(of.quantile(last, 0.5))}, before ${write(of.quantile(first, 0.5))}: ${change(growthOf(of, 0.5))}`,
    target,
    isMet: growthOf(of, 0.5) <= maxGrowth,
  })
  const latency = (what: string, share: number, ours: Series, peer: Series): Figure => {
    const ratio = ratioOf(ours, peer, last, share) / ratioOf(ours, peer, first, share)
    const write = (of: Series) =>
      `${milliseconds(of.quantile(last, share))}, before ${milliseconds(of.quantile(first, share))}`
    return {
      what: `${what}, p${share * 100}`,
      measured: `${write(ours)}: ${change(growthOf(ours, share))}`,
      peer: `${write(peer)}; ratio to it ${change(ratio)}`,
      // What slows down the peer as well is the machine.
      target: `${target}, or the ratio`,
      isMet: Math.min(growthOf(ours, share), ratio) <= maxGrowth,
    }
  }
  return [
    constant('memory', used.memory, megabytes),
    constant('open files', used.files, String),
    constant('processor time for each second', used.processor, milliseconds),
    ...[0.5, 0.99].map((share) => latency('GET /', share, times.home, times.peerHome)),
    ...[0.5, 0.99].map((share) => latency('changes of items', share, times.itemWrites, times.peerWrites)),
    {
      what: 'requests that failed',
      measured: `${times.failures} of ${times.answered + times.failures}`,
      target: '0',
      isMet: times.failures === 0,
    },
  ]
}
