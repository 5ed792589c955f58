import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { ShopProcess } from '../shop/shop-process.ts'

/** Which calls of a running program fail or wait, and how. */
export interface CallFault {
  /** Names of system calls, separated by commas. */
  readonly calls: string
  /** As for `strace --inject`: `error=EIO`, `error=EIO:when=1`, `delay_enter=1000000`. */
  readonly effect: string
  /** Only calls on these files of the data folder. */
  readonly files?: readonly string[]
}

/** The calls that were made meanwhile. */
export interface CallList {
  readonly count: number
  /** How many of them blocked the shop's main thread. */
  readonly onMainThread: number
  /** How many were made at once, at most. */
  readonly atOnce: number
}

/** The reason to skip tests that need {@link makeCallsFail}; `false` when they can run. */
export const noFailingCalls =
  spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true']).status !== 0 &&
  'needs strace, and the right to use it'

/**
 * Makes system calls of a shop fail, from the time that this resolves.
 *
 * @returns a function that ends it, and returns the calls that were affected.
 */
export async function makeCallsFail(
  { child, dataDir }: Pick<ShopProcess, 'child' | 'dataDir'>,
  { calls, effect, files = [] }: CallFault,
): Promise<() => Promise<CallList>> {
  const paths = files.flatMap((file) => ['-P', join(dataDir, file)])
  const folder = mkdtempSync(join(tmpdir(), 'stockinette-calls-'))
  const list = join(folder, 'calls')
  const options = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${effect}`, '-o', list, ...paths]
  const strace = spawn('strace', ['-f', '-p', String(child.pid), ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(strace, 'exit')
  for await (const line of createInterface(strace.stderr)) if (line.includes('attached')) break
  if (strace.exitCode !== null) throw new Error('strace could not attach to the shop.')
  strace.stderr.resume()
  return async () => {
    strace.kill('SIGINT')
    await exited
    const found = readCalls(readFileSync(list, 'utf8'), child.pid ?? 0)
    rmSync(folder, { recursive: true })
    return found
  }
}

/** Reads strace's list: a line for each call, or two if there were others in between, each with the thread that made it. */
function readCalls(list: string, mainThread: number): CallList {
  const lines = list.split('\n')
  const affected = lines.filter((line) => /INJECTED|DELAYED/.test(line))
  let pending = 0
  let atOnce = Math.min(1, affected.length)
  for (const line of lines) {
    if (line.includes('<unfinished')) pending += 1
    if (line.includes(' resumed>')) pending -= 1
    atOnce = Math.max(atOnce, pending)
  }
  return {
    count: affected.length,
    onMainThread: affected.filter((line) => line.startsWith(`${mainThread} `)).length,
    atOnce,
  }
}
