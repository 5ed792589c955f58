/**
 * Opens shops in this process, each with a data folder and a port of its own. The same shop as `server.ts` in a process of its
 * own, which would spend most of its processor time on loading modules. `hosted-shop.ts` has the other side.
 */
import { StartError } from '@stockinette/sqlite/errors.ts'

import { announce, openShop } from '../../../server.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/log.ts'
import type { PagesModule } from '../../../src/pages/page.ts'

/** Opens a shop with these settings, or closes it. */
export interface HostCommand {
  readonly id: number
  readonly env?: Readonly<NodeJS.ProcessEnv>
}

/** That a command is done or has failed, and before that each line of the shop's log. */
export type HostAnswer = { readonly id: number } & (
  | { readonly line: string }
  | { readonly isDone: true; readonly error?: string }
)

const builtPages = '../../../build/server/index.js'
const { createPages } = (await import(builtPages)) as PagesModule
const shops = new Map<number, Awaited<ReturnType<typeof openShop>>>()

const answer = (message: HostAnswer) => process.send?.(message)

async function open(id: number, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  const config = readConfig(env)
  const log = createLog(config.logLevel, { write: (line) => void answer({ id, line }) })
  const shop = await openShop(config, log, createPages)
  shops.set(id, shop)
  await announce(shop, config, log)
}

async function close(id: number): Promise<void> {
  const shop = shops.get(id)
  shops.delete(id)
  shop?.server.node.closeAllConnections()
  await shop?.close()
}

process.on('message', ({ id, env }: HostCommand) => {
  const done = env ? open(id, env) : close(id)
  done.then(
    () => answer({ id, isDone: true }),
    (error: Error) =>
      answer({ id, isDone: true, error: `${error instanceof StartError ? error.message : error.stack}\n` }),
  )
})
process.once('disconnect', () => process.exit())
