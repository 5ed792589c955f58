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

/** The reason to skip tests that need {@link makeCallsFail}; `false` when they can run. */
export const noFailingCalls =
  spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true']).status !== 0 &&
  'needs strace, and the right to use it'

/**
 * Makes system calls of a shop fail, from the time that this resolves.
 *
 * @returns a function that ends it, and returns how many calls were affected.
 */
export async function makeCallsFail(
  { child, dataDir }: Pick<ShopProcess, 'child' | 'dataDir'>,
  { calls, effect, files = [] }: CallFault,
): Promise<() => Promise<number>> {
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
    const affected = readFileSync(list, 'utf8').match(/INJECTED|DELAYED/g) ?? []
    rmSync(folder, { recursive: true })
    return affected.length
  }
}
