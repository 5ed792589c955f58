import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

import { recordFailedTest } from './record-failed-test.ts'

/** Reporter of node:test: records each test that failed, with its file, its groups and what went wrong. */
export default async function* reportFailedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const titles: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, titles.length, data.name)
    if (type !== 'test:fail' || data.todo !== undefined) continue
    const { failureType, message, cause } = data.details.error as Error & { failureType?: string }
    // A group fails with each test in it.
    if (failureType !== 'subtestsFailed') {
      const groups = titles.slice(0, data.nesting)
      const name = [relative('.', data.file ?? ''), ...groups, data.name].join(' › ')
      recordFailedTest(name, cause instanceof Error ? cause.message : message)
    }
  }
  yield ''
}
