import assert from 'node:assert/strict'
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import { execute } from '../../src/cli/main.ts'
import { unitSettingsFile } from '../../src/cli/settings-file.ts'
import { commandEnv, root } from './shop/shop-process.ts'

export interface CommandResult {
  /** `null` if it was killed. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts a command of `npm run shop` in a process of its own. */
export function startCommand(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: root,
    env: { ...commandEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

export async function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<CommandResult> {
  const closed = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await closed)[0], stdout, stderr }
}

/**
 * Runs a command in this process, which does not load the shop's modules each time. Its progress is among the output of this
 * process, and so is what `doctor` exits with.
 */
export function runHere(env: Readonly<NodeJS.ProcessEnv>, ...args: readonly string[]): Promise<CommandResult> {
  return execute(args, { variables: env, usualSettings: unitSettingsFile })
}

/** Runs a command on a data folder, in this process. */
export function runOn(dataDir: string, ...args: readonly string[]): Promise<CommandResult> {
  return runHere({ SHOP_DATA_DIR: dataDir }, ...args)
}

/** Runs a command that must succeed. @returns its standard output. */
export async function succeed(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runOn(dataDir, ...args)
  assert.equal(code, 0, stderr)
  return stdout
}

/** Asserts that a command failed with one line for people. */
export function assertRefused({ code, stdout, stderr }: CommandResult, line: RegExp): void {
  assert.match(stderr, line)
  assert.match(stderr, /^[^\n]+\.\n$/)
  assert.doesNotMatch(stderr, /\n\s+at |Error:|\bE[A-Z]{4,}\b/)
  assert.deepEqual([code, stdout], [1, ''])
}
