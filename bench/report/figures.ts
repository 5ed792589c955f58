/** One row of the table: a measured value and its target. */
export interface Figure {
  readonly what: string
  readonly measured: string
  /** The value of a comparable program, measured in the same run. */
  readonly peer?: string
  readonly target: string
  readonly isMet: boolean
}

/** One measurement; takes a few minutes at most. @param rounds of those that vary much; the others ignore it. */
export type Measurement = (rounds?: number) => Promise<Figure[]>

export type Limit = { readonly atMost: number } | { readonly atLeast: number }

/** The target of a value, and whether it is met. Without a limit, it is. */
export function targetOf(
  value: number,
  limit: Limit | undefined,
  write: (value: number) => string,
): Pick<Figure, 'target' | 'isMet'> {
  if (limit === undefined) return { target: '', isMet: true }
  return 'atMost' in limit
    ? { target: `≤ ${write(limit.atMost)}`, isMet: value <= limit.atMost }
    : { target: `≥ ${write(limit.atLeast)}`, isMet: value >= limit.atLeast }
}

/** A figure that is the value itself. */
export function toFigure(what: string, value: number, write: (value: number) => string, limit: Limit): Figure {
  return { what, measured: write(value), ...targetOf(value, limit, write) }
}

/** `1536` → `1.5 KB`. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

/** `1048576` → `1 MB`. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`
}

/** `12.345` → `12.3 ms`; below 10 ms with two decimals, from 100 ms on without any. */
export function milliseconds(ms: number): string {
  if (ms < 10) return `${ms.toFixed(2)} ms`
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`
}

/** `12345.6` → `12,346/s`. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

/** Formats the figures as a Markdown table. */
export function formatTable(figures: readonly Figure[]): string {
  return formatRows([
    ['', 'what', 'measured', 'peer', 'target'],
    ...figures.map(({ what, measured, peer = '', target, isMet }) => [isMet ? '✓' : '✗', what, measured, peer, target]),
  ])
}

/** Formats rows as a Markdown table with aligned columns. The first row has the headings. */
export function formatRows([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? '')].map(({ length }) => length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - cell.length)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}

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
