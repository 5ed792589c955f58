import { join } from 'node:path'

/** The project that the checks are run on. */
export const root = join(import.meta.dirname, '../..')

/** Prints the faults that a check found, a line for each. Any fault fails it. */
export function report(faults: readonly string[]): void {
  for (const line of faults) process.stderr.write(`${line}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
