import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { countByKind, LoadClients, sixClients, type WriteCounts } from '../../test/kit/load/load-clients.ts'
import { createFields, MixedLoad, writeKinds } from '../../test/kit/load/mixed-load.ts'
import { createOwners } from '../../test/kit/load/owners.ts'
import { verify } from '../../test/kit/load/verify.ts'
import { RefusedWriteError, Writer } from '../../test/kit/load/writer.ts'
import { startShop, type ShopProcess } from '../../test/kit/shop/shop-process.ts'
import { coreWaitMs } from '../machine/machine.ts'
import { milliseconds, targetOf, type Figure } from '../report/figures.ts'
import { median, sum } from '../report/statistics.ts'

/** A kill comes at a random moment until then, while the shop is written to. A photo takes most of this. */
const maxWritingMs = 1_000
/** Of this many kills, one comes while the shop starts. */
const startsKilled = 8
/** Each time after this many kills, and at the end, everything is verified; what is new, after each. */
const fullVerificationEvery = 50
const latest = 20

/**
 * Kills the shop a thousand times, or `KILLS`, while it is written to and while it starts: what it acknowledged is there
 * each time, every photo that it serves is whole, and it opens quickly.
 */
export async function measureKills(): Promise<Figure[]> {
  const kills = Number(process.env['KILLS'] ?? 1_000)
  await using shop = await startShop({ env: { SHOP_RATE_LIMITS: 'off' } })
  const writer = new Writer({ url: shop.url, dataDir: shop.dataDir, owners: await createOwners(shop, 3) })
  await writer.importItems(Array.from({ length: 100 }, () => createFields([])))
  const run = await new KillRounds(shop, writer).killTimes(kills)
  return toFigures(kills, run, writer)
}

interface KillsRun {
  readonly acknowledged: WriteCounts
  /** Writes that had no answer when the shop was killed. */
  readonly unanswered: WriteCounts
  killedWhileStarting: number
  readonly lost: string[]
  readonly halfPhotos: string[]
  /** Refusals and errors while the shop was alive, and revisions that were lower than before. */
  readonly faults: string[]
  readonly starts: StartTime[]
}

/** In milliseconds. */
interface StartTime {
  readonly all: number
  /** Without the time for which the main thread waited for a core: other programs use them, too. */
  readonly own: number
}

/** Writes, kills the shop at a random moment, starts it again, and compares it with what it acknowledged. */
class KillRounds {
  readonly run: KillsRun = {
    acknowledged: countByKind({}),
    unanswered: countByKind({}),
    killedWhileStarting: 0,
    lost: [],
    halfPhotos: [],
    faults: [],
    starts: [],
  }
  readonly #shop: ShopProcess
  readonly #writer: Writer
  readonly #load: MixedLoad
  #revision = 0

  constructor(shop: ShopProcess, writer: Writer) {
    this.#shop = shop
    this.#writer = writer
    this.#load = new MixedLoad(writer, { photoSize: 100, itemsPerImport: 3 })
  }

  async killTimes(kills: number): Promise<KillsRun> {
    for (let number = 1; number <= kills; number++) {
      if (number % startsKilled === 0) await this.#killWhileStarting()
      else await this.#killWhileWriting()
      await this.#start()
      await this.#verify(number % fullVerificationEvery === 0 || number === kills ? Infinity : latest)
      if (number % 10 === 0) this.#report(number)
    }
    return this.run
  }

  async #killWhileWriting(): Promise<void> {
    const writing = new LoadClients(this.#load, sixClients)
    const killed = new AbortController()
    const watching = this.#watchRevision(killed.signal)
    await setTimeout(randomInt(maxWritingMs))
    killed.abort()
    await writing.stop(() => this.#shop.kill())
    await watching
    for (const fault of writing.faults) this.#fault(fault)
    for (const kind of writeKinds) {
      this.run.acknowledged[kind] += writing.acknowledged[kind]
      this.run.unanswered[kind] += writing.unanswered[kind]
    }
  }

  async #killWhileStarting(): Promise<void> {
    await this.#shop.kill()
    const opening = this.#shop.startAgain().catch(() => undefined)
    await setTimeout(randomInt(400))
    await this.#shop.kill()
    await opening
    this.run.killedWhileStarting++
  }

  async #start(): Promise<void> {
    const startedAt = performance.now()
    await this.#shop.startAgain()
    const all = performance.now() - startedAt
    this.run.starts.push({ all, own: all - coreWaitMs(this.#shop.child.pid ?? 0) })
  }

  async #watchRevision(killed: AbortSignal): Promise<void> {
    while (!killed.aborted) {
      await this.#readRevision().catch((error: unknown) => {
        if (!killed.aborted) this.#fault(error)
      })
      await setTimeout(10)
    }
  }

  async #readRevision(): Promise<void> {
    const answer = await fetch(`${this.#shop.url}/api/items`)
    const { revision } = (await answer.json()) as { revision: number }
    if (revision < this.#revision) this.#fault(new Error(`The revision went from ${this.#revision} to ${revision}.`))
    this.#revision = Math.max(this.#revision, revision)
  }

  async #verify(howMany: number): Promise<void> {
    const { url, dataDir } = this.#shop
    try {
      await this.#readRevision()
      const { lost, halfPhotos } = await verify(this.#writer, { url, dataDir, latest: howMany })
      for (const problem of [...lost, ...halfPhotos]) process.stderr.write(`${problem}\n`)
      this.run.lost.push(...lost)
      this.run.halfPhotos.push(...halfPhotos)
    } catch (error) {
      this.#fault(error)
      process.stderr.write(`${this.#shop.output()}\n`)
      throw error
    }
  }

  #fault(error: unknown): void {
    const text = error instanceof RefusedWriteError ? error.message : String((error as Error).stack ?? error)
    process.stderr.write(`${text}\n`)
    this.run.faults.push(text)
  }

  #report(number: number): void {
    const { acknowledged, lost, halfPhotos, starts } = this.run
    const slowest = milliseconds(Math.max(...starts.map(({ own }) => own)))
    process.stderr.write(
      `${number} kills, ${count(acknowledged)} acknowledged, ${lost.length} lost, ${halfPhotos.length} half photos, slowest start ${slowest}\n`,
    )
  }
}

function toFigures(kills: number, run: KillsRun, { items, sessions, photos }: Writer): Figure[] {
  const { acknowledged, unanswered, lost, halfPhotos, faults, starts } = run
  const kinds = Object.entries(acknowledged).map(([kind, times]) => `${kind} ${times}`)
  const own = starts.map((start) => start.own)
  const all = starts.map((start) => start.all)
  const write = (of: readonly number[]) => `${milliseconds(Math.max(...of))} (${milliseconds(median(of))})`
  return [
    {
      what: `acknowledged writes that were lost in ${kills} kills, ${run.killedWhileStarting} of them during the start`,
      measured: `${lost.length} of ${count(acknowledged).toLocaleString('en')} (${kinds.join(', ')})`,
      ...targetOf(lost.length, { atMost: 0 }, String),
    },
    {
      what: 'half photos served',
      measured: `${halfPhotos.length}; ${photos.length} photos, ${unanswered.photo} kills of an upload`,
      ...targetOf(halfPhotos.length, { atMost: 0 }, String),
    },
    {
      what: 'refused writes, and revisions lower than before',
      measured: `${faults.length}; ${items.length} items, ${sessions.length} sessions, ${count(unanswered)} writes without an answer`,
      ...targetOf(faults.length, { atMost: 0 }, String),
    },
    {
      what: 'start after a kill, slowest (median), without waiting for a core',
      measured: `${write(own)}; with it ${write(all)}`,
      ...targetOf(Math.max(...own), { atMost: 2_000 }, milliseconds),
    },
  ]
}

function count(writes: WriteCounts): number {
  return sum(Object.values(writes))
}
