import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Test files wait for processes and clocks most of the time: Node's own number for two cores is one at a time. */
const test = 'node --test --test-timeout=300000 --test-concurrency=3'

/** The one gate: everything that must hold before a commit, each with the command that says so. */
const checks: readonly [name: string, command: string][] = [
  ['format', 'oxfmt --check .'],
  ['lint', 'oxlint --type-aware --deny-warnings'],
  ['types of the pages', 'react-router typegen'],
  ['types', 'tsc -p tsconfig.json'],
  ['types in the browser', 'tsc -p app/tsconfig.json'],
  ['import rules', 'node scripts/verify/check-imports.ts'],
  ['regular expressions', 'node scripts/verify/check-regular-expressions.ts'],
  ['unit and contract tests', `${test} "{app,src,scripts}/**/*.test.ts" "packages/*/{src,test}/**/*.test.ts"`],
  ['browser', 'node scripts/test/browser.ts'],
  ['conformance', `${test} packages/identity/conformance/conformance.test.ts`],
  ['build', 'node scripts/build.ts'],
  ['bucket', `${test} "test/bucket/*.test.ts"`],
  ['tests of the running shop', `${test} --test-global-setup=test/kit/shop/build-once.ts "test/shop/*.test.ts"`],
  ['cloud', `${test} --test-global-setup=test/cloud/global-setup.ts "test/cloud/*.test.ts"`],
  ['browser tests', 'playwright test'],
  ['size budgets', 'node bench/check-budgets.ts'],
  ['README', 'node scripts/verify/check-readme.ts'],
]

async function passes(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

const only = new Set(process.argv.slice(2))
const unknown = [...only].filter((name) => !checks.some(([known]) => known === name))
if (unknown.length > 0) throw new Error(`No check is called ${unknown.map((name) => `'${name}'`).join(', ')}.`)
const failed: string[] = []
const chosen = checks.filter(([name]) => only.size === 0 || only.has(name))
for (const [name, command] of chosen) {
  const startedAt = performance.now()
  process.stdout.write(`\n── ${name}: ${command}\n`)
  if (!(await passes(command))) failed.push(name)
  process.stdout.write(`── ${name}: ${failed.includes(name) ? 'FAILED' : 'passed'}, `)
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
process.stdout.write(`\n${chosen.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0
