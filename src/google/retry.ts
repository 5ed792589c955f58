import pRetry from 'p-retry'
import type { Options } from 'p-retry'

import { isRetryable } from './firestore-error.ts'

/** Asks up to three times, as long as the failure is one that may pass. Rejects with the last one. */
export function retry<T>(call: () => Promise<T>, options: Options = {}): Promise<T> {
  return pRetry(call, {
    retries: 2,
    minTimeout: 200,
    randomize: true,
    shouldRetry: ({ error }) => isRetryable(error),
    ...options,
  })
}
