/**
 * The built shop with its real storage, whose pages can be kept waiting for what they read. The process takes the messages
 * `pause`, `pause-index` (only what reads the index waits, as while a shop in the cloud fills it), `resume` (pending reads
 * continue), `fail` (pending reads fail, and later ones until `resume`) and `occupy` (each search of a page counts as one that
 * occupied the main thread for 3.5 seconds, until `resume`). Writes, the API and the live list are not affected.
 */
import { openShop } from '../../../server.ts'
import type { CatalogueSearch } from '../../../src/catalogue/search/catalogue-search.ts'
import type { Store } from '../../../src/catalogue/store.ts'
import { readConfig } from '../../../src/config/config.ts'
import { ShopError } from '../../../src/domain/errors.ts'
import { createLog } from '../../../src/log.ts'
import type { PagesModule } from '../../../src/pages/page.ts'

export type ReadsCommand = 'pause' | 'pause-index' | 'resume' | 'fail' | 'occupy'

let paused = Promise.withResolvers<void>()
let gate = Promise.resolve()
let isIndexOnly = false
/** In microseconds, by each search from now on, and by all so far. */
const occupied = { bySearch: 0, inAll: 0 }

const threadCpuUsage = process.threadCpuUsage.bind(process)
process.threadCpuUsage = (before) => {
  const { user, system } = threadCpuUsage()
  const now = user + occupied.inAll
  return before ? { user: now - before.user, system: system - before.system } : { user: now, system }
}

process.on('message', (command: ReadsCommand) => {
  if (command === 'pause' || command === 'pause-index') {
    isIndexOnly = command === 'pause-index'
    paused = Promise.withResolvers()
    gate = paused.promise
  } else if (command === 'occupy') {
    occupied.bySearch = 3_500_000
  } else if (command === 'resume') {
    occupied.bySearch = 0
    paused.resolve()
    gate = Promise.resolve()
  } else {
    const failure = new ShopError('storage-unavailable', 'The storage of this test fails.')
    paused.reject(failure)
    gate = Promise.reject(failure)
  }
  for (const promise of [paused.promise, gate]) promise.catch(() => undefined)
  process.send?.('done')
})

/** What pages read of the index. */
const indexed: ReadonlySet<string | symbol> = new Set<keyof CatalogueSearch>(['search', 'overview', 'facets'])

/** What else pages read. */
const stored: ReadonlySet<string | symbol> = new Set<keyof Store>(['newest', 'find', 'isNotVisible', 'isGone'])

function isGated(name: string | symbol): boolean {
  return indexed.has(name) || (stored.has(name) && !isIndexOnly)
}

function withGate<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(_, name) {
      const method: unknown = Reflect.get(part, name)
      if (typeof method !== 'function') return method
      return isGated(name)
        ? async (...values: unknown[]) => {
            await gate
            if (name === 'search') occupied.inAll += occupied.bySearch
            return method.apply(part, values) as unknown
          }
        : method.bind(part)
    },
  })
}

const builtPages = '../../../build/server/index.js'
const { createPages } = (await import(builtPages)) as PagesModule
const config = readConfig(process.env)
const log = createLog()
const shop = await openShop(config, log, ({ store, search, ...services }) =>
  createPages({ ...services, store: withGate(store), search: withGate(search) }),
)
log.info({ url: shop.url }, 'the shop is open')
process.once('SIGTERM', () => process.disconnect?.())
// Also when the parent process is gone.
process.once('disconnect', () => void shop.close())
