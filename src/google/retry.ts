import pRetry, { type Options } from 'p-retry'

import { isRetryable } from './firestore-error.ts'

/** Makes up to three attempts, as long as the error is retryable. Rejects with the last error. */
export function retry<T>(call: () => Promise<T>, options: Options = {}): Promise<T> {
  return pRetry(call, {
    retries: 2,
    minTimeout: 200,
    randomize: true,
    shouldRetry: ({ error }) => isRetryable(error),
    ...options,
  })
}
