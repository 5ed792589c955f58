import pLimit from 'p-limit'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'

export interface BoundedQueueOptions {
  /** How many tasks run at once. */
  readonly concurrency: number
  /** How many tasks may wait. */
  readonly maxWaiting: number
}

const retryAfterSeconds = 5

/**
 * Runs tasks with limited concurrency. When the queue is full, a task is not started and rejects with ShopError
 * `shop-busy`.
 */
export function createBoundedQueue({ concurrency, maxWaiting }: BoundedQueueOptions) {
  const limit = pLimit(concurrency)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting) throw new ShopError('shop-busy', problems.busy, { retryAfterSeconds })
    return limit(task)
  }
}
