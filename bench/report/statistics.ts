/** The quantile of the values at `share` (0 to 1), by nearest rank. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).toSorted()
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('There are no values to take a quantile of.')
  return value
}

/** The middle value; for an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted()
  const below = sorted[Math.floor((sorted.length - 1) / 2)]
  const above = sorted[Math.floor(sorted.length / 2)]
  if (below === undefined || above === undefined) throw new RangeError('There are no values to take a median of.')
  return (below + above) / 2
}

/** The standard error of the median: 1.25 times that of the mean, if the values are normally distributed. */
export function errorOfMedian(values: readonly number[]): number {
  const mean = sum(values) / values.length
  const variance = sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1)
  return 1.25 * Math.sqrt(variance / values.length)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
