import { setTimeout } from 'node:timers/promises'

import { widestNetwork } from '@stockinette/rate-limit/address.ts'
import { FairQueue } from '@stockinette/rate-limit/fair-queue.ts'
import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { busyError, type Limits } from '../web/shop-limits.ts'
import type { CatalogueSearch } from './search/catalogue-search.ts'

interface SearchLimitOptions {
  readonly search: Pick<CatalogueSearch, 'isIndexed'>
  readonly limits: Pick<Limits, 'searches'>
}

/**
 * Runs a search of a visitor, and what is made of its result. Rejects with ShopError `shop-busy` if the client has used up
 * its time, or too many others wait.
 */
export type SearchLimit = <T>(context: Context<Bindings>, task: () => Promise<T>) => Promise<T>

const refusal = () => busyError(1)

/** A search occupies the main thread, so one runs at a time, and few wait. */
const queueLimits = { concurrency: 1, maxWaiting: 20, refusal }

/** After a search no other runs for this many times as long: searches take at most a third of the main thread. */
const restFactor = 2

/** Until the index is filled, searches wait and occupy nothing. */
const waitingLimits = { concurrency: 32, maxWaiting: 200, refusal }

/** Pages and the API share one: anyone can invent searches. */
export function createSearchLimit({ search, limits: { searches } }: SearchLimitOptions): SearchLimit {
  const queue = new FairQueue(queueLimits)
  const waitForIndex = new FairQueue(waitingLimits)
  return async <T>(context: Context<Bindings>, task: () => Promise<T>): Promise<T> => {
    const address = context.get('clientAddress')
    searches.requireCredit(address)
    const network = widestNetwork(address)
    if (!search.isIndexed()) return waitForIndex.run(network, task)

    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const runThenRest = async () => {
      const before = process.threadCpuUsage()
      await task().then(resolve, reject)
      const { user, system } = process.threadCpuUsage(before)
      const ms = (user + system) / 1_000
      searches.spend(address, ms)
      await setTimeout(restFactor * ms, undefined, { ref: false })
    }
    queue.run(network, runThenRest).catch(reject)
    return promise
  }
}
