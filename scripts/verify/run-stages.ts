import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Check, Lane, Stage } from './checks.ts'

const folder = 'test-results/verify'

/** Each test file is a process: only the first one compiles a module. */
const compileCache = resolve('test-results/compile-cache')

/** Files of a check: its output, and a line for each of its tests that failed. */
const filesOf = (name: string) => ({ log: `${folder}/${name}.log`, failedTests: `${folder}/${name}.failed` })

interface Result {
  readonly name: string
  readonly hasPassed: boolean
}

const running = new Set<ChildProcess>()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true
    for (const child of running) signalGroup(child, signal)
  })
}

/** Also reaches what a check has started. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has just ended.
  }
}

/** Runs a check. Shows its output as it comes if nothing else runs; otherwise in one piece, when the check has ended. */
async function run({ name, command }: Check, isAlone: boolean): Promise<Result> {
  const startedAt = performance.now()
  const title = `\n── ${name}: ${command}\n`
  const { log, failedTests } = filesOf(name)
  for (const file of [log, failedTests]) rmSync(file, { force: true })
  process.stdout.write(isAlone ? title : `── ${name} begins\n`)
  const output = isAlone ? 'inherit' : openSync(log, 'w')
  const child = spawn(command, {
    shell: true,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, FAILED_TESTS: failedTests },
  })
  running.add(child)
  const [code] = await once(child, 'close')
  running.delete(child)
  if (output !== 'inherit') {
    closeSync(output)
    process.stdout.write(`${title}${readFileSync(log, 'utf8')}`)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'}, ${seconds} s\n`)
  return { name, hasPassed: code === 0 }
}

/** @param others what is left for the lane that ends first: this one takes from it. */
async function runLane({ checks, share }: Lane, others: Check[], isAlone: boolean): Promise<Result[]> {
  // Without it, the checks that need it try again and say what is wrong.
  await using _shared = await share?.().catch((error: unknown) => {
    console.error(error)
    return null
  })
  const results: Result[] = []
  const own = [...checks]
  const take = () => (isStopped ? undefined : (own.shift() ?? others.shift()))
  for (let next = take(); next !== undefined; next = take()) results.push(await run(next, isAlone))
  return results
}

/** Runs stages of checks and prints their results. @returns whether all have passed. */
export async function runStages(stages: readonly Stage[]): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  const results: Result[] = []
  for (const { lanes, others = [] } of stages) {
    const left = [...others]
    const ended = await Promise.all(lanes.map((lane) => runLane(lane, left, lanes.length === 1)))
    results.push(...ended.flat())
  }
  printResults(results)
  return !isStopped && results.length > 0 && results.every(({ hasPassed }) => hasPassed)
}

/** What failed comes last, where a log that is cut short still has it. */
function printResults(results: readonly Result[]): void {
  const failed = results.filter(({ hasPassed }) => !hasPassed)
  const stopped = isStopped ? ', stopped by a signal' : ''
  process.stdout.write(`\n${results.length - failed.length} passed, ${failed.length} failed${stopped}\n`)
  for (const { name } of failed) {
    const { log, failedTests } = filesOf(name)
    const tests = existsSync(failedTests) ? readFileSync(failedTests, 'utf8').split('\n') : []
    const where = existsSync(log) ? `, its output is in ${log}` : ''
    process.stdout.write(`Failed: ${[`${name}${where}`, ...tests].join('\n  ').trimEnd()}\n`)
  }
}
