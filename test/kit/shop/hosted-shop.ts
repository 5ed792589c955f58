import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { findFreePort } from '../../../scripts/free-ports.ts'
import type { HostAnswer, HostCommand } from './shop-host.ts'
import {
  makeDataDir,
  onDataFolder,
  root,
  runCommand,
  shopEnvironment,
  type RunningShop,
  type ShopProcessOptions,
} from './shop-process.ts'

/** A process for many shops. Its disposal ends all of them, and removes the folders that it made. */
export interface ShopHost extends AsyncDisposable {
  /** Opens a shop with these settings, by default in a new folder, which disposal removes. */
  open(options?: Pick<ShopProcessOptions, 'dataDir' | 'env'>): Promise<RunningShop>
}

/** Starts a process that opens shops, for tests that need new shops and no new processes. */
export function startHost(): ShopHost {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, [join(import.meta.dirname, 'shop-host.ts')], {
    cwd: root,
    env: shopEnvironment({}),
    stdio: [...stdio],
  })
  const outputs: string[] = []
  /** One for each shop, named by its id. */
  const lines = new EventEmitter()
  const folders = new Set<string>()
  const remove = async (folder: string) => {
    if (folders.delete(folder)) await rm(folder, { recursive: true, force: true })
  }
  const pending = new Map<number, PromiseWithResolvers<void>>()
  const ended = Promise.withResolvers<void>()
  child.once('exit', () => {
    ended.resolve()
    for (const { reject } of pending.values()) reject(new Error('The process of the shops has ended.'))
  })
  child.on('message', (answer: HostAnswer) => {
    if ('line' in answer) {
      outputs[answer.id] += answer.line
      lines.emit(String(answer.id))
    } else if (answer.error === undefined) pending.get(answer.id)?.resolve()
    else pending.get(answer.id)?.reject(new Error(`The shop did not open:\n${outputs[answer.id]}${answer.error}`))
  })
  const send = (command: HostCommand) => {
    const answered = Promise.withResolvers<void>()
    pending.set(command.id, answered)
    child.send(command, (error) => error && answered.reject(error))
    return answered.promise
  }
  return {
    async open(options = {}) {
      const dataDir = options.dataDir ?? (await makeDataDir())
      if (options.dataDir === undefined) folders.add(dataDir)
      const id = outputs.push('') - 1
      const settings = {
        SHOP_COPY_PICTURES: 'off',
        SHOP_DATA_DIR: dataDir,
        PORT: String(await findFreePort()),
        ...options.env,
      }
      const start = () => {
        outputs[id] = ''
        return send({ id, env: settings })
      }
      await start()
      const url = `http://localhost:${settings.PORT}`
      return {
        ...onDataFolder(dataDir, (...args) => runCommand(settings, ...args)),
        url,
        identityUrl: url,
        output: () => outputs[id] ?? '',
        async nextOutput() {
          await once(lines, String(id))
        },
        kill: () => send({ id }),
        startAgain: start,
        async [Symbol.asyncDispose]() {
          await send({ id })
          await remove(dataDir)
        },
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended.promise
      for (const folder of folders) await remove(folder)
    },
  }
}
