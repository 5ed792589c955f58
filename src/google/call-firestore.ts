import pRetry, { type Options } from 'p-retry'

import { isRetryable, toShopError, withTimeout } from './firestore-error.ts'

/** Makes calls to Firestore, up to three times as long as the error is retryable. Rejects with ShopError. */
export async function callFirestore<T>(call: () => Promise<T>, options: Options = {}): Promise<T> {
  const shouldRetry: Options['shouldRetry'] = ({ error }) => isRetryable(error)
  try {
    return await pRetry(call, { retries: 2, minTimeout: 200, randomize: true, shouldRetry, ...options })
  } catch (error) {
    throw toShopError(error)
  }
}

/** Makes one call to Firestore, with a timeout and without a retry. Rejects with ShopError. */
export async function callFirestoreOnce<T>(timeoutMs: number, call: Promise<T>): Promise<T> {
  return withTimeout(timeoutMs, call).catch((error: unknown) => {
    throw toShopError(error)
  })
}
