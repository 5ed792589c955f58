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

/** A process for many shops. Its disposal ends all of them, and removes the folders that it made. */
export interface ShopHost extends AsyncDisposable {
  /** For `openHostedShop`. */
  readonly port: Promise<number>
  /** Opens a shop with these settings, by default in a new folder, which disposal removes. */
  open(options?: HostedShopOptions): Promise<RunningShop>
}

/** Starts a process that opens shops, for tests that need new shops and no new processes. */
export function startHost(): ShopHost {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, [join(import.meta.dirname, 'shop-host.ts')], {
    cwd: root,
    env: shopEnvironment({}),
    stdio: [...stdio],
  })
  const ended = once(child, 'exit')
  const port = once(child, 'message').then(([answer]) => answer as number)
  const folders = new Set<string>()
  return {
    port,
    async open(options) {
      const shop = await openHostedShop(await port, options)
      if (options?.dataDir === undefined) folders.add(shop.dataDir)
      return shop
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a shop in the process of `startHost`, which may have been started by another process. */
export async function openHostedShop(hostPort: number, options: HostedShopOptions = {}): Promise<RunningShop> {
  const dataDir = options.dataDir ?? (await makeDataDir())
  const port = String(await findFreePort())
  const settings = { SHOP_COPY_PICTURES: 'off', SHOP_DATA_DIR: dataDir, PORT: port, ...options.env }
  const url = `http://localhost:${settings.PORT}`
  const written = new EventEmitter()
  let output = ''
  let connection: Socket
  const start = async () => {
    output = ''
    const opened = Promise.withResolvers<void>()
    connection = connect(hostPort, '127.0.0.1')
    connection.on('error', (cause) => opened.reject(new Error('The process of the shops has ended.', { cause })))
    connection.write(`${JSON.stringify(settings)}\n`)
    createInterface({ input: connection }).on('line', (text) => {
      const answer = JSON.parse(text) as HostAnswer
      if ('line' in answer) {
        output += answer.line
        written.emit('line')
      } else if ('isOpen' in answer) opened.resolve()
      else opened.reject(new Error(`The shop did not open:\n${output}${answer.error}\n`))
    })
    await opened.promise
  }
  const kill = async () => {
    if (connection.closed) return
    const closed = once(connection, 'close')
    connection.end()
    await closed
  }
  const close = async () => {
    await kill()
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
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
