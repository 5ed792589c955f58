/**
 * Opens shops in this process, each with a data folder and a port of its own. The same shop as `server.ts` in a process of its
 * own, which would spend most of its processor time on loading modules. `hosted-shop.ts` has the other side: a connection for
 * each shop. Its first line has the settings, and its end closes the shop; a process of tests that dies leaves none open.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

import { StartError } from '@stockinette/sqlite/errors.ts'

import { announce, openShop } from '../../../server.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createLog } from '../../../src/log.ts'
import type { PagesModule } from '../../../src/pages/page.ts'

/** A line of the shop's log, or that it is open, or why not. */
export type HostAnswer = { readonly line: string } | { readonly isOpen: true } | { readonly error: string }

const builtPages = '../../../build/server/index.js'
const { createPages } = (await import(builtPages)) as PagesModule

async function open(env: Readonly<NodeJS.ProcessEnv>, answer: (answer: HostAnswer) => void) {
  const config = readConfig(env)
  const log = createLog(config.logLevel, { write: (line) => answer({ line }) })
  const shop = await openShop(config, log, createPages)
  await announce(shop, config, log)
  return shop
}

async function serve(socket: Socket): Promise<void> {
  socket.on('error', () => undefined) // 'close' follows.
  const answer = (message: HostAnswer) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`))
  const lines = createInterface({ input: socket })
  const ended = once(lines, 'close')
  const [settings] = (await once(lines, 'line')) as [string]
  try {
    const shop = await open(JSON.parse(settings) as NodeJS.ProcessEnv, answer)
    answer({ isOpen: true })
    await ended
    shop.server.node.closeAllConnections()
    await shop.close()
  } catch (error) {
    answer({ error: error instanceof StartError ? error.message : String((error as Error).stack) })
  }
  socket.end()
}

const server = createServer({ allowHalfOpen: true }, (socket) => void serve(socket)).listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())
