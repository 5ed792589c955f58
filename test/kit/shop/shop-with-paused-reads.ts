/**
 * The built shop over its real storage, except that pages get what they read only when they may: the process is told
 * `hold`, `release` (what waits goes on) or `fail` (what waits fails, and all after it, until `release`). Writing, the
 * API and the live list go on as ever.
 */
import { openShop } from '../../../server.ts'
import type { Store } from '../../../src/catalogue/store.ts'
import { readConfig } from '../../../src/config/config.ts'
import { ShopError } from '../../../src/domain/errors.ts'
import { createLog } from '../../../src/log.ts'
import type { PagesModule } from '../../../src/pages/page.ts'

export type Order = 'hold' | 'release' | 'fail'

let held = Promise.withResolvers<void>()
let gate = Promise.resolve()

process.on('message', (order: Order) => {
  if (order === 'hold') {
    held = Promise.withResolvers()
    gate = held.promise
  } else if (order === 'release') {
    held.resolve()
    gate = Promise.resolve()
  } else {
    const failure = new ShopError('storage-unavailable', 'The storage of this test fails.')
    held.reject(failure)
    gate = Promise.reject(failure)
  }
  for (const promise of [held.promise, gate]) promise.catch(() => undefined)
  process.send?.('done')
})

function behindGate(store: Store): Store {
  return {
    ...store,
    newest: async (limit) => {
      await gate
      return store.newest(limit)
    },
    find: async (id) => {
      await gate
      return store.find(id)
    },
    isGone: async (id) => {
      await gate
      return store.isGone(id)
    },
  }
}

const builtPages = '../../../build/server/index.js'
const { createPages } = (await import(builtPages)) as PagesModule
const config = readConfig(process.env)
const shop = await openShop(config, createLog(), ({ store, ...services }) =>
  createPages({ ...services, store: behindGate(store) }),
)
process.stdout.write(`${config.shop.name} is open at ${shop.url}\n`)
process.once('SIGTERM', () => process.disconnect?.())
// Also when whoever started it is gone.
process.once('disconnect', () => void shop.close())
