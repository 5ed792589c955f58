import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { checks } from './verify/checks.ts'

// `npm run verify` runs every check that is not long; `npm run verify -- unit shop` runs those two, `… -- long` the long ones.

async function passes(command: string): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

const only = new Set(process.argv.slice(2))
const unknown = [...only].filter((name) => name !== 'long' && !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  const known = checks.map(({ name }) => name).join(', ')
  process.stderr.write(`No check is called ${unknown.map((name) => `'${name}'`).join(', ')}. Checks: ${known}.\n`)
  process.exit(1)
}
const failed: string[] = []
const chosen = checks.filter(
  ({ name, isLong = false }) => only.has(name) || (isLong ? only.has('long') : only.size === 0),
)
for (const { name, command } of chosen) {
  const startedAt = performance.now()
  process.stdout.write(`\n── ${name}: ${command}\n`)
  if (!(await passes(command))) failed.push(name)
  process.stdout.write(`── ${name}: ${failed.includes(name) ? 'FAILED' : 'passed'}, `)
  process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}
if (failed.length > 0) process.stdout.write(`\nFailed: ${failed.join(', ')}\n`)
process.stdout.write(`\n${chosen.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0
