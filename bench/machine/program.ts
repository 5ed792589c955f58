import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { isProgram, onPath } from '../../scripts/test/browser.ts'

/** The processor cores of the measured program and of its client. */
export const cores = { measured: 0, client: 1 } as const

/**
 * Finds a program on the `PATH`.
 *
 * @param from the Debian package that has it.
 * @throws Error that says what to install.
 */
export function findProgram(name: string, from: string): string {
  const found = [...onPath(name), join('/usr/sbin', name)].find(isProgram)
  if (found === undefined) throw new Error(`${name} is needed and not on the PATH. On Debian: apt install ${from}`)
  return found
}

/** The command that runs a program on one core only. */
export function onCore(core: number): [program: string, ...args: string[]] {
  return [findProgram('taskset', 'util-linux'), '--cpu-list', String(core)]
}

/** Runs a program on the clients' core. @returns its output. */
export async function runProgram(path: string, args: readonly string[]): Promise<string> {
  const [command, ...all] = [...onCore(cores.client), path, ...args]
  return (await promisify(execFile)(command, all)).stdout
}

/** Runs a module of `bench/clients` as a separate process. @returns its output, parsed as JSON. */
export async function runClient<T>(module: string, args: readonly (string | number)[]): Promise<T> {
  const path = join(import.meta.dirname, '../clients', module)
  return JSON.parse(await runProgram(process.execPath, [path, ...args.map(String)])) as T
}
