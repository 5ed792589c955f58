import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { findFreePort } from '../../../scripts/free-ports.ts'
import type { HostAnswer } from './shop-host.ts'
import {
  makeDataDir,
  onDataFolder,
  root,
  runCommand,
  shopEnvironment,
  type RunningShop,
  type ShopProcessOptions,
} from './shop-process.ts'

export type HostedShopOptions = Pick<ShopProcessOptions, 'dataDir' | 'env'>

/** Opens many shops in one process. Its disposal closes all of them, and removes the folders that it made. */
export interface ShopHost extends AsyncDisposable {
  /** Opens a shop with these settings, by default in a new folder, which disposal removes. */
  open(options?: HostedShopOptions): Promise<RunningShop>
}

/** The setting with the port of the process that the test command has started for all test files. */
const sharedPort = 'TEST_SHOP_HOST'

/** Starts a process for the shops of this process and of those that it starts. Its disposal ends all shops at once. */
export async function shareHost(): Promise<AsyncDisposable> {
  const script = join(import.meta.dirname, 'shop-host.ts')
  const child = spawn(process.execPath, ['--import=./test/kit/quick-crypto.ts', script], {
    cwd: root,
    env: shopEnvironment({}),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [port] = (await once(child, 'message')) as [number]
  process.env[sharedPort] = String(port)
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** For tests that need many new shops and no new processes. */
export function hostShops(): ShopHost {
  const opened = new AsyncDisposableStack()
  return {
    open: async (options) => opened.use(await openHostedShop(options)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Opens a shop in the process of `shareHost`, by default in a new folder, which disposal removes. */
export async function openHostedShop(options: HostedShopOptions = {}): Promise<RunningShop> {
  const hostPort = Number(process.env[sharedPort])
  if (Number.isNaN(hostPort)) throw new Error('The process of the shops is started by the global setup of the tests.')
  const dataDir = options.dataDir ?? (await makeDataDir())
  const port = String(await findFreePort())
  const settings = { SHOP_COPY_PICTURES: 'off', SHOP_DATA_DIR: dataDir, PORT: port, ...options.env }
  const url = `http://localhost:${settings.PORT}`
  const written = new EventEmitter()
  let output = ''
  let connection: Socket
  let isOpen = false
  let failure: Error | undefined
  const start = async () => {
    output = ''
    isOpen = false
    failure = undefined
    const opened = Promise.withResolvers<void>()
    connection = connect(hostPort, '127.0.0.1')
    connection.on('error', (cause) => opened.reject(new Error('The process of the shops has ended.', { cause })))
    connection.write(`${JSON.stringify(settings)}\n`)
    createInterface({ input: connection }).on('line', (text) => {
      const answer = JSON.parse(text) as HostAnswer
      if ('line' in answer) {
        output += answer.line
        written.emit('line')
      } else if ('isOpen' in answer) {
        isOpen = true
        opened.resolve()
      } else {
        failure = new Error(`The shop did not ${isOpen ? 'close' : 'open'}:\n${output}${answer.error}\n`)
        opened.reject(failure)
      }
    })
    await opened.promise
  }
  const kill = async () => {
    if (connection.closed) return
    const closed = once(connection, 'close')
    connection.end()
    await closed
    if (failure) throw failure
  }
  const close = async () => {
    try {
      await kill()
    } finally {
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    }
  }
  await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    ...onDataFolder(dataDir, (...args) => runCommand(settings, ...args)),
    url,
    identityUrl: url,
    output: () => output,
    async nextOutput() {
      await once(written, 'line')
    },
    kill,
    startAgain: start,
    [Symbol.asyncDispose]: close,
  }
}
