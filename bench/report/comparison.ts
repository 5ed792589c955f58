import { waitForIdleMachine } from '../machine/idle-machine.ts'
import { errorOfMedian, median, targetOf, type Figure, type Limit } from './figures.ts'

/**
 * Runs each contender once in each round, in the opposite order in every second round, so that other load on the machine
 * affects all of them alike.
 *
 * @returns the results of each contender.
 */
export async function alternate<T, R>(
  rounds: number,
  contenders: readonly T[],
  run: (contender: T) => Promise<R>,
): Promise<R[][]> {
  const results: R[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const order = [...contenders.entries()]
    for (const [index, contender] of round % 2 === 0 ? order : order.toReversed()) {
      await waitForIdleMachine()
      results[index]?.push(await run(contender))
    }
  }
  return results
}

/** The results of a program and of its peer in the same rounds, as numbers by name. */
export class Comparison<R extends Readonly<Record<keyof R, number>>> {
  readonly #ours: readonly R[]
  readonly #peers: readonly R[]
  readonly #peerName: string

  constructor(ours: readonly R[], peers: readonly R[], peerName: string) {
    this.#ours = ours
    this.#peers = peers
    this.#peerName = peerName
  }

  /** Runs both in alternating rounds. */
  static async run<T, R extends Readonly<Record<keyof R, number>>>(
    rounds: number,
    [ours, peer]: readonly [ours: T, peer: T],
    peerName: string,
    run: (contender: T) => Promise<R>,
  ): Promise<Comparison<R>> {
    const [ourRuns = [], peerRuns = []] = await alternate(rounds, [ours, peer], run)
    return new Comparison(ourRuns, peerRuns, peerName)
  }

  /** A figure whose median is limited, if there is a limit. */
  value(what: string, name: keyof R, write: (value: number) => string, limit?: Limit): Figure {
    const { ours, peer } = this.medians(name)
    return this.#figure(what, write(ours), write(peer), targetOf(ours, limit, write))
  }

  /** A figure that is limited in each round. */
  maximum(what: string, name: keyof R, write: (value: number) => string, limit: Limit): Figure {
    const highest = (runs: readonly R[]) => Math.max(...runs.map((run) => run[name]))
    const ours = highest(this.#ours)
    return this.#figure(`${what}, maximum`, write(ours), write(highest(this.#peers)), targetOf(ours, limit, write))
  }

  /** A figure whose ratio to the peer's is limited: the median of the ratios of all rounds. */
  ratio(what: string, name: keyof R, write: (value: number) => string, limit: Limit): Figure {
    const ratios = this.#ours.map((run, round) => run[name] / (this.#peers[round]?.[name] ?? Number.NaN))
    const ratio = median(ratios)
    const { ours, peer } = this.medians(name)
    const measured = `${ratio.toFixed(2)} ± ${errorOfMedian(ratios).toFixed(2)} of the peer: ${write(ours)}`
    const target = targetOf(ratio, limit, (value) => `${value} of the peer`)
    return this.#figure(what, measured, write(peer), target)
  }

  medians(name: keyof R): { readonly ours: number; readonly peer: number } {
    const middle = (runs: readonly R[]) => median(runs.map((run) => run[name]))
    return { ours: middle(this.#ours), peer: middle(this.#peers) }
  }

  #figure(what: string, measured: string, peer: string, target: Pick<Figure, 'target' | 'isMet'>): Figure {
    return { what, measured, peer: `${this.#peerName} ${peer}`, ...target }
  }
}
