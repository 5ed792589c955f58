import { writeKinds, type MixedLoad, type WriteKind } from './mixed-load.ts'

export type WriteCounts = Record<WriteKind, number>
/** How often a kind of write is sent, in proportion to the others. */
export type WriteWeights = Readonly<Partial<WriteCounts>>

const mixed: WriteWeights = {
  add: 3,
  edit: 40,
  sell: 12,
  remove: 8,
  restore: 8,
  'sign up': 6,
  'sign up with a password': 0.5,
  refresh: 14,
  import: 1,
}

/** Five clients that send everything but photos, which take longer, and one that uploads photos. */
export const sixClients: readonly WriteWeights[] = [mixed, mixed, mixed, mixed, mixed, { photo: 1 }]

/** Clients that write one after the other each, until they are stopped. */
export class LoadClients {
  readonly acknowledged = countByKind({})
  /** Writes that had no answer when the shop was killed. */
  readonly unanswered = countByKind({})
  /** Refusals, and errors before the end. A client stops after one. */
  readonly faults: unknown[] = []
  readonly #load: MixedLoad
  readonly #stopping = new AbortController()
  readonly #clients: readonly Promise<void>[]
  #awaited: { count: number; readonly resolve: () => void; readonly reject: (fault: unknown) => void } | undefined

  /** @param clients the weights of each client. */
  constructor(load: MixedLoad, clients: readonly WriteWeights[]) {
    this.#load = load
    this.#clients = clients.map((weights) => this.#writeUntilStopped(countByKind(weights)))
  }

  /** Resolves once this many more writes are acknowledged. Rejects with a fault. */
  async untilAcknowledged(count: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#awaited = { count, resolve, reject }
    if (this.faults.length > 0) reject(this.faults[0])
    await promise
  }

  /** Stops once all writes are answered, or at once if the shop is killed. */
  async stop(kill?: () => Promise<void>): Promise<void> {
    this.#stopping.abort()
    await kill?.()
    await Promise.all(this.#clients)
  }

  #countAwaited(): void {
    if (this.#awaited === undefined) return
    this.#awaited.count -= 1
    if (this.#awaited.count === 0) this.#awaited.resolve()
  }

  async #writeUntilStopped(weights: WriteCounts): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const kind = this.#load.choose(weights)
      try {
        await this.#load.send(kind)
        this.acknowledged[kind]++
        this.#countAwaited()
      } catch (error) {
        this.unanswered[kind]++
        if (this.#stopping.signal.aborted) return
        this.faults.push(error)
        this.#awaited?.reject(error)
        return
      }
    }
  }
}

export function countByKind(counts: WriteWeights): WriteCounts {
  return Object.fromEntries(writeKinds.map((kind) => [kind, counts[kind] ?? 0])) as WriteCounts
}
