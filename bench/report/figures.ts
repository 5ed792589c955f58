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
