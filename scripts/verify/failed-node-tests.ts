import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

import { describeFailedTest, recordFailedTest } from './record-failed-test.ts'

let haveAllRun = false
// Here and not below: a test that ends the process may do so before any event.
process.once('exit', () => {
  if (haveAllRun) return
  recordFailedTest(
    'not all tests have run',
    'The check has no tests, one of its files has none, or a test has ended the process.',
  )
  process.exitCode = 1
})

/**
 * Reporter of node:test: writes each test that failed, with its file, its groups and what went wrong. A run in which not all tests
 * have run fails, too: for node:test, it has passed. Its destination must be a file: with `--test-force-exit`, Node waits for
 * no reporter that writes to standard output.
 */
export default async function* reportFailedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  let hasEmptyFile = false
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, titles.length, data.name)
    // A file without tests is reported as a test with its name.
    if (type === 'test:pass' && data.nesting === 0 && resolve(data.name) === data.file) hasEmptyFile = true
    if (type === 'test:summary' && data.file === undefined) haveAllRun = data.counts.tests > 0 && !hasEmptyFile
    if (type !== 'test:fail' || data.todo !== undefined) continue
    const { failureType, message, cause } = data.details.error as Error & { failureType?: string }
    // A group fails with each test in it.
    if (failureType !== 'subtestsFailed') {
      const groups = titles.slice(0, data.nesting)
      const name = [relative('.', data.file ?? ''), ...groups, data.name].join(' › ')
      yield describeFailedTest(name, cause instanceof Error ? cause.message : message)
    }
  }
}
