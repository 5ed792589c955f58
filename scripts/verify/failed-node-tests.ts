import { appendFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { stripVTControlCharacters } from 'node:util'

/**
 * Reporter of node:test: adds a line to the file `FAILED_TESTS` for each test that failed, with its file and its groups, and
 * what went wrong.
 */
export default async function* reportFailedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, titles.length, data.name)
    if (type !== 'test:fail' || data.todo !== undefined) continue
    const { failureType, message, cause } = data.details.error as Error & { failureType?: string }
    // A group fails with each test in it.
    if (failureType !== 'subtestsFailed') {
      const groups = titles.slice(0, data.nesting)
      const line = [relative('.', data.file ?? ''), ...groups, data.name].join(' › ')
      const reason = cause instanceof Error ? cause.message : message
      appendFileSync(process.env['FAILED_TESTS'] ?? devNull, `${line}\n${stripVTControlCharacters(reason)}\n`)
    }
  }
  yield ''
}
