import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { clientAddress } from '../web/middleware/client-address.ts'
import { createSharedQueue } from '../web/shared-queue.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { Store } from './store.ts'

interface SearchLimitOptions {
  readonly store: Pick<Store, 'isIndexed'>
  readonly limits: Pick<Limits, 'search'>
  readonly trustedProxies: number
}

/**
 * Runs a search of a visitor, and what is made of its result. Rejects with ShopError `shop-busy` if the client has used up
 * its searches, too many others wait, or as many of its network as may.
 */
export type SearchLimit = <T>(context: Context<Bindings>, task: () => Promise<T>) => Promise<T>

/** A search may occupy the main thread for 20 ms, so few wait, and other requests are answered in between. */
const queueLimits = { concurrency: 2, maxWaiting: 20 }

/** Until the index is filled, searches wait and occupy nothing. */
const waitingLimits = { concurrency: 32, maxWaiting: 200 }

/** Pages and the API share one: anyone can invent searches. */
export function createSearchLimit({ store, limits, trustedProxies }: SearchLimitOptions): SearchLimit {
  const [queue, waitForIndex] = [createSharedQueue(queueLimits), createSharedQueue(waitingLimits)]
  return async (context, task) => {
    const address = clientAddress(context, trustedProxies)
    await limits.search(address)
    const run = store.isIndexed() ? queue : waitForIndex
    return run(address, task)
  }
}
