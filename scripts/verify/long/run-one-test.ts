import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'

import type { Mutant } from '../../../test/mutants/mutant.ts'

/** The global setups of test files. */
const setups = [
  { files: /^test\/shop\//, setup: 'test/shop/global-setup.ts' },
  { files: /^test\/faults\//, setup: 'test/kit/shop/build-once.ts' },
  { files: /^test\/cloud\//, setup: 'test/cloud/global-setup.ts' },
]

/** Files in the copy: the tests that failed, and what the run printed. */
const failedTests = 'failed-tests'
const printed = 'printed-by-test'

/** Installing, building and starting what a test needs is no part of its own time. */
const setupMilliseconds = 180_000

/** How the run of a test has ended. */
export interface TestRun {
  readonly hasPassed: boolean
  /** The tests that failed and why; empty if only something else failed, such as a global setup, or no test has the title. */
  readonly failed: string
  readonly output: string
}

/** Runs one test of a checkout, alone. @param milliseconds one that takes longer has failed. */
export async function runOneTest(checkout: string, test: Mutant['test'], milliseconds: number): Promise<TestRun> {
  await writeFile(join(checkout, failedTests), '')
  await using output = await open(join(checkout, printed), 'w')
  const child = spawn(process.execPath, commandOf(test, milliseconds), {
    cwd: checkout,
    // `.git` is that of the project: git must not write to it what it finds here.
    env: {
      ...process.env,
      GIT_OPTIONAL_LOCKS: '0',
      FAILED_TESTS: test.file.endsWith('.spec.ts') ? failedTests : devNull,
    },
    stdio: ['ignore', output.fd, output.fd],
    timeout: milliseconds + setupMilliseconds,
  })
  const [code] = await once(child, 'close')
  return {
    hasPassed: code === 0,
    failed: await readFile(join(checkout, failedTests), 'utf8'),
    output: await readFile(join(checkout, printed), 'utf8'),
  }
}

/** The arguments of Node that run one test of a file, with a reporter of what failed. */
function commandOf({ title, file: written, runBy: file = written }: Mutant['test'], milliseconds: number): string[] {
  const pattern = toPattern(title.split(' › ').at(-1) ?? title)
  if (file.endsWith('.spec.ts')) {
    const options = [`--timeout=${milliseconds}`, '--reporter=./scripts/verify/long/failed-browser-test.ts']
    return ['node_modules/@playwright/test/cli.js', 'test', file, '-g', pattern, ...options]
  }
  const setup = setups.find(({ files }) => files.test(file))?.setup
  return [
    '--test',
    '--test-reporter=./scripts/verify/failed-node-tests.ts',
    `--test-reporter-destination=${failedTests}`,
    `--test-timeout=${milliseconds}`,
    `--test-name-pattern=${pattern}`,
    // What a whole file shares stays open where the group that closes it is left out.
    '--test-force-exit',
    ...(setup === undefined ? [] : [`--test-global-setup=${setup}`]),
    file,
  ]
}

/** A regular expression for a title, in which each `${expression}` is any text; an expression may have a template of its own. */
function toPattern(title: string): string {
  const anyText = '\0'
  let written = title
  for (let before = ''; before !== written;) {
    before = written
    written = written.replaceAll(/\$\{[^{}]*\}/g, anyText)
  }
  return written
    .split(anyText)
    .map((part) => RegExp.escape(part))
    .join('.*')
}
