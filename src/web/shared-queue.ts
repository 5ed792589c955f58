import { widestNetwork, type Address } from '@stockinette/rate-limit/address.ts'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import { createBoundedQueue, type BoundedQueueOptions } from './bounded-queue.ts'

const retryAfterSeconds = 1

/** A bounded queue of which one network gets at most half: what one client sends at once does not keep others out. */
export function createSharedQueue(options: BoundedQueueOptions) {
  const queue = createBoundedQueue(options)
  const share = (options.concurrency + options.maxWaiting) / 2
  const counts = new Map<string, number>()
  return async <T>(address: Address, task: () => Promise<T>): Promise<T> => {
    const network = widestNetwork(address)
    const count = counts.get(network) ?? 0
    if (count >= share) throw new ShopError('shop-busy', problems.busy, { retryAfterSeconds })
    counts.set(network, count + 1)
    try {
      return await queue(task)
    } finally {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    }
  }
}
