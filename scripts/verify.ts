import { checks, longChecks, stages } from './verify/checks.ts'
import { runStages } from './verify/run-stages.ts'

// `npm run verify` runs every check that is not long, in lanes; `npm run verify -- unit shop` runs those two, one after the
// other, and `… -- long` the long ones.

const only = new Set(process.argv.slice(2))
const unknown = [...only].filter((name) => name !== 'long' && !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  const known = checks.map(({ name }) => name).join(', ')
  process.stderr.write(`No check is called ${unknown.map((name) => `'${name}'`).join(', ')}. Checks: ${known}.\n`)
  process.exit(1)
}
const named = checks.filter((check) => only.has(check.name) || (only.has('long') && longChecks.includes(check)))
process.exitCode = (await runStages(only.size > 0 ? [{ lanes: [{ checks: named }] }] : stages)) ? 0 : 1
