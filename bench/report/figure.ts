/** One row of the table: a measured value and its target. */
export interface Figure {
  readonly what: string
  readonly measured: string
  /** The value of a comparable program, measured in the same run. */
  readonly peer?: string
  readonly target: string
  readonly isMet: boolean
}

/** One measurement; takes a few minutes at most. */
export type Measurement = () => Promise<Figure[]>

/** `1536` → `1.5 KB`. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}

/** `1048576` → `1 MB`. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`
}

/** `12.345` → `12.3 ms`; below 10 ms with two decimals. */
export function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`
}

/** `12345.6` → `12,346/s`. */
export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}
