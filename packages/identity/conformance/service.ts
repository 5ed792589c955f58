import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { waitForOutput } from '../../../test/kit/wait-for-output.ts'

/** The address of an identity service. */
export interface Service {
  readonly name: 'ours' | 'emulator'
  /** For `connectAuthEmulator`. */
  readonly origin: string
  readonly projectId: string
}

/** A service in its own process, on loopback. */
export interface RunningService extends Service, AsyncDisposable {}

/** Starts our service in test mode. */
export async function startOurService(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'our-identity-'))
  const program = run([join(import.meta.dirname, 'our-service.ts'), folder], folder)
  const [, origin = ''] = await waitForOutput(program, /is open at (http\S+)\n/)
  return { name: 'ours', origin, projectId: 'stockinette', [Symbol.asyncDispose]: () => stop(program, folder) }
}

/** @param folder the working directory, also for its files. */
function run(args: readonly string[], folder: string): ChildProcess {
  const env = { PATH: process.env['PATH'], HOME: folder, CI: '1', NODE_ENV: 'production' }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk))
  child.once('exit', (code) => {
    if (code !== 0 && !child.killed) process.stderr.write(`The service ended by itself, with ${code}:\n${text}\n`)
  })
  return child
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    await exited
  }
  await rm(folder, { recursive: true, force: true })
}
