import { median, quantile } from '../../report/statistics.ts'

/** Windows of a soak, of five minutes in an hour. */
export const windows = 12
/** A minute in an hour. */
const slicesPerWindow = 5
export const slices = windows * slicesPerWindow

/** Values with their times, in slices of a soak's windows. */
export class Series {
  readonly #slices: number[][] = Array.from({ length: slices }, () => [])
  readonly #startedAt: number
  readonly #sliceMs: number

  /** @param durationMs of all windows. */
  constructor(startedAt: number, durationMs: number) {
    this.#startedAt = startedAt
    this.#sliceMs = durationMs / this.#slices.length
  }

  add(value: number): void {
    this.#slices[Math.floor((performance.now() - this.#startedAt) / this.#sliceMs)]?.push(value)
  }

  /** The quantile of each slice of a window. Empty slices have none. */
  quantiles(window: number, share: number): number[] {
    const ofWindow = this.#slices.slice(window * slicesPerWindow, (window + 1) * slicesPerWindow)
    return ofWindow.map((slice) => (slice.length > 0 ? quantile(slice, share) : Number.NaN))
  }

  /** The median of the quantiles of a window's slices: a pause of the machine in one of them changes it little. */
  quantile(window: number, share: number): number {
    return medianOfKnown(this.quantiles(window, share))
  }
}

/** The median of the ratios of two series' quantiles, slice by slice: what slows down both of them changes it little. */
export function ratioOf(ours: Series, peer: Series, window: number, share: number): number {
  const [above, below] = [ours.quantiles(window, share), peer.quantiles(window, share)]
  const ratios = above.map((value, index) => value / (below[index] ?? Number.NaN))
  return medianOfKnown(ratios)
}

function medianOfKnown(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value))
  return known.length > 0 ? median(known) : Number.NaN
}
