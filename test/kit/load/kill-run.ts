import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { coreWaitMs } from '../core-time.ts'
import type { ShopProcess } from '../shop/shop-process.ts'
import { countByKind, LoadClients, sixClients } from './load-clients.ts'
import { writeKinds, type MixedLoad } from './mixed-load.ts'
import { RefusedWriteError, type Writer } from './writer.ts'

/** A kill comes after up to this many acknowledged writes. */
const maxWrites = 120
/** A start that takes longer is killed after it. */
const maxStartMs = 400

/** Kills a shop at random moments, and starts it again. Rejects when it refuses a write, or its revision goes back. */
export class KillRun {
  readonly #shop: ShopProcess
  readonly #writer: Writer
  readonly #load: MixedLoad
  readonly #acknowledged = countByKind({})
  readonly #unanswered = countByKind({})
  /** Without the time for which the main thread waited for a core: other programs use them, too. */
  readonly #startTimes: number[] = []
  #revision = 0

  constructor(shop: ShopProcess, writer: Writer, load: MixedLoad) {
    this.#shop = shop
    this.#writer = writer
    this.#load = load
  }

  async killWhileWriting(): Promise<void> {
    const clients = new LoadClients(this.#load, sixClients)
    const killed = new AbortController()
    const watching = this.#watchRevision(killed.signal)
    await clients.untilAcknowledged(1 + randomInt(maxWrites))
    killed.abort()
    await clients.stop(() => this.#shop.kill())
    await watching
    assert.deepEqual(clients.faults.map(describeFault), [])
    for (const kind of writeKinds) {
      this.#acknowledged[kind] += clients.acknowledged[kind]
      this.#unanswered[kind] += clients.unanswered[kind]
    }
  }

  async killWhileStarting(): Promise<void> {
    await this.#shop.kill()
    const opening = this.#shop.startAgain().catch(() => undefined)
    await wait(randomInt(maxStartMs))
    await this.#shop.kill()
    await opening
  }

  async startAgain(): Promise<void> {
    const startedAt = performance.now()
    await this.#shop.startAgain()
    this.#startTimes.push(performance.now() - startedAt - coreWaitMs(this.#shop.child.pid ?? 0))
    await this.#readRevision()
  }

  /** What was done so far, in one line. */
  describe(): string {
    const startTimes = this.#startTimes.toSorted((a, b) => a - b).map(Math.round)
    return [
      `acknowledged ${JSON.stringify(this.#acknowledged)}`,
      `without an answer ${JSON.stringify(this.#unanswered)}`,
      `starts ${startTimes.at(-1)} ms at most, median ${startTimes[startTimes.length >> 1]} ms`,
      `${this.#writer.items.length} items, ${this.#writer.photos.length} photos`,
    ].join('; ')
  }

  async #watchRevision(killed: AbortSignal): Promise<void> {
    while (!killed.aborted) {
      await this.#readRevision().catch((error: unknown) => {
        if (!killed.aborted) throw error
      })
    }
  }

  async #readRevision(): Promise<void> {
    const answer = await fetch(`${this.#shop.url}/api/items`)
    const { revision } = (await answer.json()) as { revision: number }
    assert.ok(revision >= this.#revision, `The revision went from ${this.#revision} to ${revision}.`)
    this.#revision = revision
  }
}

function describeFault(fault: unknown): string {
  return fault instanceof RefusedWriteError ? fault.message : String((fault as Error).stack ?? fault)
}
