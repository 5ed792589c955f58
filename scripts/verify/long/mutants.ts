import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, devNull, tmpdir } from 'node:os'
import { join } from 'node:path'

import { shareEmulators } from '../../../test/kit/share-emulators.ts'
import type { Mutant } from '../../../test/mutants/mutant.ts'
import { mutants } from '../../../test/mutants/mutants.ts'
import { root } from '../report.ts'
import { copyCheckout } from './copy-checkout.ts'

// Applies each mutant to a copy of this checkout and runs the test that must notice it, alone; on each core one at a time.
// `npm run verify -- mutants` runs all; `node launch.mjs scripts/verify/long/mutants.ts TEXT` those whose file, row or test has TEXT.

await using folders = new AsyncDisposableStack()
await using _emulators = await shareEmulators()

async function openCopy(): Promise<string> {
  const copy = folders.use(await mkdtempDisposable(join(tmpdir(), 'mutants-'))).path
  await copyCheckout(root, copy)
  return copy
}

/** The global setups of test files. */
const setups = [
  { files: /^test\/shop\//, setup: 'test/shop/global-setup.ts' },
  { files: /^test\/faults\//, setup: 'test/kit/shop/build-once.ts' },
  { files: /^test\/cloud\//, setup: 'test/cloud/global-setup.ts' },
]

/** In the copy: the tests that failed. A run in which no test has the mutant's title adds nothing: it has not noticed the mutant. */
const failedTests = 'failed-tests'

/** The arguments of Node that run one test of a file, with a reporter of what failed. */
function commandOf({ title, file: written, runBy: file = written }: Mutant['test']): string[] {
  const pattern = toPattern(title.split(' › ').at(-1) ?? title)
  if (file.endsWith('.spec.ts')) return ['node_modules/@playwright/test/cli.js', 'test', file, '-g', pattern]
  const setup = setups.find(({ files }) => files.test(file))?.setup
  return [
    '--test',
    '--test-reporter=./scripts/verify/failed-node-tests.ts',
    `--test-reporter-destination=${failedTests}`,
    '--test-timeout=120000',
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

/** A test that waits for what does not come, or leaves a server open, is ended. */
const timeout = 300_000

/** Whether the test of a mutant fails, and not merely something beside it. */
async function isNoticed(copy: string, { test }: Mutant): Promise<boolean> {
  await writeFile(join(copy, failedTests), '')
  const env = { ...process.env, FAILED_TESTS: test.file.endsWith('.spec.ts') ? failedTests : devNull }
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const child = spawn(process.execPath, commandOf(test), { cwd: copy, env, stdio: [...stdio], timeout })
  const [code] = await once(child, 'close')
  return code !== 0 && (await readFile(join(copy, failedTests), 'utf8')) !== ''
}

async function tryMutant(copy: string, mutant: Mutant): Promise<boolean> {
  const file = join(copy, mutant.file)
  const source = await readFile(file, 'utf8')
  const changed = source.replace(mutant.text, () => mutant.replacement)
  await writeFile(file, changed)
  try {
    return await isNoticed(copy, mutant)
  } finally {
    await writeFile(file, source)
  }
}

const [wanted = ''] = process.argv.slice(2)
const chosen = mutants.filter(({ file, row = '', test }) =>
  `${file} ${row} ${test.file} ${test.title}`.includes(wanted),
)
const copies = await Promise.all(Array.from({ length: availableParallelism() }, openCopy))
const survivors: Mutant[] = []
const left = chosen.entries()

/** Tries those that no other copy has begun. */
async function tryMutants(copy: string): Promise<void> {
  for (const [index, mutant] of left) {
    const noticed = await tryMutant(copy, mutant)
    if (!noticed) survivors.push(mutant)
    const outcome = noticed ? 'noticed' : 'SURVIVED'
    process.stdout.write(`${index + 1}/${chosen.length} ${outcome}: ${mutant.file}: ${mutant.reason}\n`)
  }
}

await Promise.all(copies.map(tryMutants))
for (const { file, text, test } of survivors) {
  process.stderr.write(`Not noticed by ${test.file} › ${test.title}:\n  ${file}: ${text.trim()}\n`)
}
process.exitCode = survivors.length > 0 || chosen.length === 0 ? 1 : 0
