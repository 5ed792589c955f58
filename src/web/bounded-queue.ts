import pLimit from 'p-limit'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'

interface RenderQueueOptions {
  /** How many are rendered at once. */
  readonly concurrency: number
  /** How many may wait for that. */
  readonly maxWaiting: number
}

const retryAfterSeconds = 5

/** Runs tasks, a few at once. A task that too many wait before rejects with ShopError `shop-busy`, and never begins. */
export function createRenderQueue({ concurrency, maxWaiting }: RenderQueueOptions) {
  const limit = pLimit(concurrency)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxWaiting) throw new ShopError('shop-busy', problems.busy, { retryAfterSeconds })
    return limit(task)
  }
}

export type RenderQueue = ReturnType<typeof createRenderQueue>
