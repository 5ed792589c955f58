import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePorts } from '../../../scripts/free-ports.ts'

/** The address of an identity service. */
export interface Service {
  readonly name: 'ours' | 'emulator'
  /** For `connectAuthEmulator`. */
  readonly origin: string
  readonly projectId: string
}

/** A service in its own process, on loopback. */
export interface RunningService extends Service, AsyncDisposable {}

/** Ours, alone and in test mode, as test suites run it. @param script serves it on the folder that is its argument. */
export async function startOurs(script = join(import.meta.dirname, 'our-service.ts')): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'our-identity-'))
  const program = run([script, folder], folder)
  const [, origin = ''] = await said(program, /is open at (http\S+)\n/)
  return { name: 'ours', origin, projectId: 'stockinette', [Symbol.asyncDispose]: () => end(program, folder) }
}

/** Google's Auth emulator. */
export async function startGoogles(): Promise<RunningService> {
  const projectId = 'demo-stockinette'
  const folder = await mkdtemp(join(tmpdir(), 'googles-identity-'))
  const [auth, hub, logging] = await findFreePorts(3)
  const host = '127.0.0.1'
  const emulators = { auth: { host, port: auth }, hub: { host, port: hub }, logging: { host, port: logging } }
  const config = { emulators: { ...emulators, ui: { enabled: false }, singleProjectMode: true } }
  await writeFile(join(folder, 'firebase.json'), JSON.stringify(config))
  const script = join(import.meta.dirname, 'node_modules/firebase-tools/lib/bin/firebase.js')
  const program = run([script, 'emulators:start', '--only', 'auth', '--project', projectId], folder)
  await said(program, /All emulators ready/)
  const origin = `http://${host}:${auth}`
  return { name: 'emulator', origin, projectId, [Symbol.asyncDispose]: () => end(program, folder) }
}

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
}

/** @param folder its working directory, and the place of its files. */
function run(args: readonly string[], folder: string): Program {
  const env = { PATH: process.env['PATH'], HOME: folder, CI: '1', NODE_ENV: 'production' }
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (written += text))
  return { child, output: () => written }
}

async function said({ child, output }: Program, words: RegExp): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  child.stdout?.on('data', () => {
    const found = words.exec(output())
    if (found) resolve(found)
  })
  child.once('exit', () => reject(new Error(`It did not start:\n${output()}`)))
  return promise
}

async function end({ child }: Program, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    await exited
  }
  await rm(folder, { recursive: true, force: true })
}
