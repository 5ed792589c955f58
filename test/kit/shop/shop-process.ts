import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

import { compileCacheFolder } from '../../../scripts/build/compile-cache.ts'
import { findFreePort } from '../../../scripts/free-ports.ts'
import { ItemTable } from '../../../src/catalogue/sqlite/item-table.ts'
import { itemsFile } from '../../../src/catalogue/sqlite/shop-database.ts'
import { sendToRunningShop } from '../../../src/cli/socket/admin-client.ts'
import type { timeoutsMs } from '../../../src/web/http-server.ts'
import { readActionLink, type TestShop } from '../accounts.ts'
import { findOpenedUrl } from './opened-url.ts'

export const root = join(import.meta.dirname, '../../..')

export interface ShopProcessOptions {
  /** A folder that is not deleted; by default a temporary one, deleted by `stop`. */
  readonly dataDir?: string
  readonly env?: Readonly<NodeJS.ProcessEnv>
  /** The script that Node runs. */
  readonly script?: string
  /** Options of Node. */
  readonly nodeOptions?: readonly string[]
  /** A program that runs Node, with its arguments, such as `taskset`. */
  readonly launcher?: readonly string[]
}

/** A shop on this machine, at `url`. */
export interface RunningShop extends TestShop {
  readonly dataDir: string
  /** Its log since it was started last. */
  readonly output: () => string
  /** Resolves once there is more of it. */
  nextOutput(): Promise<void>
  /** Takes it down and cuts its connections. Its folder stays. */
  kill(): Promise<void>
  /** Starts a shop that is down again, on the same folder and port. */
  startAgain(): Promise<void>
}

/** A shop in its own process. Its output is that of both streams, and `kill` ends it by SIGKILL. */
export interface ShopProcess extends RunningShop {
  readonly child: ChildProcess
  /** Ends it by SIGTERM, as disposal does. @returns its exit code. */
  stop(): Promise<number | null>
}

const compileCache = { NODE_COMPILE_CACHE: join(root, compileCacheFolder) }

/** What a command of `npm run shop` gets besides its settings. */
export const commandEnv = { PATH: process.env['PATH'], ...compileCache }

/** Later than the removal of any item so far. */
export const tomorrow = () => new Date(Date.now() + 86_400_000)

/** What `startShop` needs for a shop whose timeouts are shorter. */
export function withTimeouts(
  changed: Partial<typeof timeoutsMs>,
): Required<Pick<ShopProcessOptions, 'env' | 'script'>> {
  return { script: 'test/kit/shop/shop-with-timeouts.ts', env: { TEST_TIMEOUTS_MS: JSON.stringify(changed) } }
}

/** A new folder for a shop's data. */
export function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'stockinette-test-'))
}

/**
 * Starts a shop that must fail, and ends it if it opens. @returns its exit code, the signal that ended it, and the lines of
 * its output.
 */
export async function startFailingShop(options: ShopProcessOptions) {
  const place = options.dataDir === undefined ? {} : { SHOP_DATA_DIR: options.dataDir }
  const child = spawnShop({ ...options, env: { PORT: '0', ...place, ...options.env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text))
  child.stdout?.on('data', () => findOpenedUrl(output) !== undefined && child.kill('SIGKILL'))
  endWithThisProcess(child)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, lines: output.trimEnd().split('\n') }
}

/** What a running shop does for tests with its data folder, whatever process it is in. */
export function onDataFolder(
  dataDir: string,
  command: (...args: string[]) => Promise<string>,
): Pick<RunningShop, 'dataDir' | 'command' | 'inviteOwner' | 'changeOwner' | 'purge'> {
  /** Without a process of its own, unless the folder is on a disk that only the processes of the shop see. */
  const send = async (action: string, who: string) => {
    const answer = await sendToRunningShop<{ link?: string }>(dataDir, { command: `owner-${action}`, input: { who } })
    return answer ?? { link: readActionLink(await command('owner', action, who)) }
  }
  return {
    dataDir,
    command,
    inviteOwner: async (email) => (await send('add', email)).link ?? '',
    changeOwner: async (action, email) => void (await send(action, email)),
    async purge() {
      using database = new DatabaseSync(join(dataDir, itemsFile), { timeout: 1_000 })
      new ItemTable(database).purge(tomorrow())
    },
  }
}

/** Starts a shop. Resolves once it is open. */
export async function startShop(options: ShopProcessOptions = {}): Promise<ShopProcess> {
  const dataDir = options.dataDir ?? (await makeDataDir())
  const removeDataDir = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  let written = ''
  const launch = (port: string) => {
    const started = spawnShop({ ...options, env: { SHOP_DATA_DIR: dataDir, ...options.env, PORT: port } })
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (text: Buffer) => (written += text))
    endWithThisProcess(started)
    // Tests whose requests fail then say why.
    started.once(
      'close',
      (code) => code !== 0 && code !== null && process.stderr.write(`The shop has ended: ${written}\n`),
    )
    return started
  }
  const port = options.env?.['PORT'] ?? String(await findFreePort())
  let child = launch(port)
  await opened(child, () => written)
  const url = `http://localhost:${port}`
  const stop = async () => {
    const code = await ended(child, 'SIGTERM')
    await removeDataDir()
    return code
  }
  const runOwnCommand = (...args: string[]) => {
    const env = { SHOP_DATA_DIR: dataDir, PORT: port, ...options.env }
    return runCommandBy(options.launcher ?? [], env, args)
  }
  return {
    ...onDataFolder(dataDir, runOwnCommand),
    url,
    identityUrl: url,
    get child() {
      return child
    },
    output: () => written,
    async nextOutput() {
      if (child.stdout !== null) await once(child.stdout, 'data')
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
    async kill() {
      await ended(child, 'SIGKILL')
    },
    async startAgain() {
      written = ''
      child = launch(port)
      await opened(child, () => written)
    },
  }
}

/** Runs a command of `npm run shop` in this process. @returns its standard output. Rejects when it fails. */
export async function runCommand(env: Readonly<NodeJS.ProcessEnv>, ...args: string[]): Promise<string> {
  const { runHere } = await import('../command.ts') // With the shop's modules, which most tests do without.
  const { code, stdout, stderr } = await runHere(env, ...args)
  if (code !== 0) throw Object.assign(new Error(stderr), { code, stdout, stderr })
  return stdout
}

/** As `runCommand`, in a process of its own. */
async function runCommandBy(
  launcher: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
  args: readonly string[],
): Promise<string> {
  const [program = '', ...rest] = [...launcher, process.execPath, 'src/cli/main.ts', ...args]
  const options = { cwd: root, env: { ...commandEnv, ...env } }
  return (await promisify(execFile)(program, rest, options)).stdout
}

/**
 * Spawns `server.ts`, or another script, with the given settings only; those of this process are not inherited. Remote images
 * are not copied, unless `SHOP_COPY_PICTURES` is set. It starts as fast as by `scripts/start.ts`, without the look at all
 * sources whether the build is current.
 */
function spawnShop(options: ShopProcessOptions): ChildProcess {
  const { env, script = 'server.ts', nodeOptions = [], launcher = [] } = options
  const [program, ...args] = [...launcher, process.execPath, ...nodeOptions, script]
  return spawn(program, args, {
    cwd: root,
    env: shopEnvironment({ SHOP_COPY_PICTURES: 'off', ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** The environment of a process of shops: none of this process's settings. */
export function shopEnvironment(settings: Readonly<NodeJS.ProcessEnv>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:SHOP_|NODE_|PORT$|HOST$)/.test(name))
  return { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...compileCache, ...settings }
}

async function opened(child: ChildProcess, output: () => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () => {
    if (findOpenedUrl(output()) !== undefined) resolve()
  }
  const fail = () => reject(new Error(`The shop did not open:\n${output()}`))
  child.stdout?.on('data', look)
  child.once('exit', fail)
  try {
    await promise
  } finally {
    child.stdout?.off('data', look)
    child.off('exit', fail)
  }
}

/** Kills the shop when this process exits, for example because a test timed out. */
function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exit) as [number | null]
  return code
}
