import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'

import { recordFailedTest } from './record-failed-test.ts'

/** Reporter of Playwright: records each test that failed, with its file, its groups and what went wrong. */
export default class FailedBrowserTests implements Reporter {
  #tests: Suite | undefined

  onBegin(_config: FullConfig, tests: Suite): void {
    this.#tests = tests
  }

  onError({ message = '' }: TestError): void {
    recordFailedTest(message)
  }

  onEnd(): void {
    for (const test of this.#tests?.allTests() ?? []) {
      if (test.outcome() !== 'unexpected') continue
      const { errors = [] } = test.results.at(-1) ?? {}
      const reasons = errors.map(({ message = '' }) => message)
      recordFailedTest(test.titlePath().filter(Boolean).join(' › '), reasons.join('\n'))
    }
  }

  printsToStdio(): boolean {
    return false
  }
}
