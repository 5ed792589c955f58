import { appendFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { stripVTControlCharacters } from 'node:util'

/** Of what went wrong, so many lines are repeated at the end of a run, of so many characters: the log has the rest. */
const shown = { lines: 12, characters: 300 }

/** A line with the name of a test, and what went wrong below it. */
export function describeFailedTest(name: string, reason = ''): string {
  const lines = reason.split('\n').slice(0, shown.lines)
  const below = lines.filter((line) => line.trim() !== '').map((line) => `  ${line.slice(0, shown.characters)}`)
  return `${stripVTControlCharacters([name, ...below].join('\n'))}\n`
}

/** Adds a test to the file `FAILED_TESTS`. */
export function recordFailedTest(name: string, reason = ''): void {
  appendFileSync(process.env['FAILED_TESTS'] ?? devNull, describeFailedTest(name, reason))
}
