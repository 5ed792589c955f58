import { appendFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { stripVTControlCharacters } from 'node:util'

import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter'

/**
 * Reporter of Playwright: adds a line to the file `FAILED_TESTS` for each test that failed, with its file and its groups, and
 * what went wrong.
 */
export default class FailedBrowserTests implements Reporter {
  #tests: Suite | undefined

  onBegin(_config: FullConfig, tests: Suite): void {
    this.#tests = tests
  }

  onError({ message = '' }: TestError): void {
    record(message)
  }

  onEnd(): void {
    for (const test of this.#tests?.allTests() ?? []) {
      if (test.outcome() !== 'unexpected') continue
      const { errors = [] } = test.results.at(-1) ?? {}
      record([test.titlePath().filter(Boolean).join(' › '), ...errors.map(({ message = '' }) => message)].join('\n'))
    }
  }

  printsToStdio(): boolean {
    return false
  }
}

function record(text: string): void {
  appendFileSync(process.env['FAILED_TESTS'] ?? devNull, `${stripVTControlCharacters(text)}\n`)
}
