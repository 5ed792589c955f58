import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** The processor cores of the measured program and of its client. */
export const cores = { measured: 0, client: 1 } as const

/** A running program; disposing of it stops it and waits until it has exited. */
export interface Program extends AsyncDisposable {
  readonly child: ChildProcess
  readonly pid: number
}

interface Options {
  /** Runs only on this core. */
  readonly core?: number
  readonly env?: NodeJS.ProcessEnv
  readonly stdio?: StdioOptions
}

const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/**
 * Finds the first of these programs on the `PATH`.
 *
 * @param from the Debian package that has it.
 * @throws Error that says what to install.
 */
export function findProgram(names: readonly string[], from: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
  if (found === undefined) {
    throw new Error(`${names.join(' or ')} is needed and not on the PATH. On Debian: apt install ${from}`)
  }
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function startProgram(path: string, args: readonly string[], { core, env, stdio }: Options = {}): Program {
  const [command, ...all] = core === undefined ? [path, ...args] : [...onCore(core), path, ...args]
  const child = spawn(command as string, all, {
    env: env ?? process.env,
    stdio: stdio ?? ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  if (child.pid === undefined) throw new Error(`${path} could not be started.`)
  return {
    child,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const exited = new AbortController()
      const timeout = setTimeout(10_000, undefined, { signal: exited.signal }).then(() => child.kill('SIGKILL'))
      timeout.catch(() => undefined)
      await ended
      exited.abort()
    },
  }
}

/** Runs a program until it exits. @returns its output. */
export async function runProgram(path: string, args: readonly string[], options: Options = {}): Promise<string> {
  await using program = startProgram(path, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const { child } = program
  const closed = once(child, 'close')
  let output = ''
  for await (const chunk of child.stdout ?? []) output += chunk
  const [code] = await closed
  if (code !== 0) throw new Error(`${path} failed (${code}): ${output}`)
  return output
}

/** Runs a module of `bench/clients` as a separate process, on another core. @returns its output, parsed as JSON. */
export async function runClient<T>(module: string, args: readonly (string | number)[]): Promise<T> {
  const path = join(import.meta.dirname, '../clients', module)
  return JSON.parse(await runProgram(process.execPath, [path, ...args.map(String)], { core: cores.client })) as T
}

function onCore(core: number): string[] {
  return [findProgram(['taskset'], 'util-linux'), '--cpu-list', String(core)]
}
