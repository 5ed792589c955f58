import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { countByKind, LoadClients, sixClients, type WriteCounts } from '../../../test/kit/load/load-clients.ts'
import { MixedLoad, writeKinds } from '../../../test/kit/load/mixed-load.ts'
import { verify } from '../../../test/kit/load/verify.ts'
import { RefusedWriteError, type Writer } from '../../../test/kit/load/writer.ts'
import type { ShopProcess } from '../../../test/kit/shop/shop-process.ts'
import { coreWaitMs } from '../../machine/machine.ts'

/** A kill comes at a random moment until then, while the shop is written to. A photo takes most of this. */
const maxWritingMs = 1_000
/** Of this many kills, one comes while the shop starts. */
const startsKilled = 8
/** Each time after this many kills, and at the end, everything is verified; what is new, after each. */
const fullVerificationEvery = 50
const latest = 20

export interface KillsRun {
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
export interface StartTime {
  readonly all: number
  /** Without the time for which the main thread waited for a core: other programs use them, too. */
  readonly own: number
}

/** Writes, kills the shop at a random moment, starts it again, and compares it with what it acknowledged. */
export class KillRounds {
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

  async killTimes(count: number): Promise<KillsRun> {
    for (let number = 1; number <= count; number++) {
      if (number % startsKilled === 0) await this.#killWhileStarting()
      else await this.#killWhileWriting()
      await this.#start()
      await this.#verify(number % fullVerificationEvery === 0 || number === count ? Infinity : latest)
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
    const writes = Object.values(acknowledged).reduce((all, each) => all + each, 0)
    const slowest = starts.toSorted((a, b) => b.own - a.own)[0]
    process.stderr.write(
      `${number} kills, ${writes} acknowledged, ${lost.length} lost, ${halfPhotos.length} half photos, slowest start ${slowest?.own.toFixed(0)} of ${slowest?.all.toFixed(0)} ms\n`,
    )
  }
}
