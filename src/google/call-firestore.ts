import pRetry, { type Options } from 'p-retry'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import { isRetryable, isWriteConflict, toShopError, withTimeout } from './firestore-error.ts'

/** How long a request of the shop waits for Firestore. A write that timed out may still be made: the next attempt finds out. */
export const attemptMs = 8_000

/** The timeout of each attempt of {@link callUntilAnswered}: enough to read a few hundred documents. */
const longAttemptMs = 20_000

/** Makes a call to Firestore; by default, retries it twice if its error is retryable. Rejects with ShopError. */
export async function callFirestore<T>(call: () => Promise<T>, options: Options = {}): Promise<T> {
  const shouldRetry: Options['shouldRetry'] = ({ error }) => isRetryable(error)
  try {
    return await pRetry(call, { retries: 2, minTimeout: 200, randomize: true, shouldRetry, ...options })
  } catch (error) {
    throw toShopError(error)
  }
}

/** For calls that read before they write: another process may write in between. */
export const retriesConflicts = {
  shouldRetry: ({ error }) => isRetryable(error) || isWriteConflict(error),
} as const satisfies Options

export interface EndlessCallOptions {
  readonly signal: AbortSignal
  /** Called after each failed attempt: Firestore did not answer, or refused the call. Not after `signal` is aborted. */
  readonly onFailedAttempt: (error: unknown) => void
}

/** Repeats an attempt until it succeeds, with pauses that grow to half a minute. Does not keep the process alive. */
export async function repeatUntilDone<T>(
  attempt: (attemptNumber: number) => Promise<T>,
  { signal, onFailedAttempt }: EndlessCallOptions,
): Promise<T> {
  const attemptOnce = async (attemptNumber: number) => {
    try {
      return await attempt(attemptNumber)
    } catch (cause) {
      throw new Error('Firestore did not answer.', { cause }) // p-retry does not retry a TypeError.
    }
  }
  return pRetry(attemptOnce, {
    retries: Infinity,
    minTimeout: 1_000,
    maxTimeout: 30_000,
    randomize: true,
    unref: true,
    signal,
    onFailedAttempt: ({ error }) => onFailedAttempt(error.cause),
  })
}

/** Repeats a call until it succeeds. Rejects when `signal` is aborted, even if the last call has no answer yet. */
export async function callUntilAnswered<T>(call: () => Promise<T>, options: EndlessCallOptions): Promise<T> {
  return repeatUntilDone(() => unlessAborted(options.signal, withTimeout(longAttemptMs, call())), options)
}

/** Rejects when `signal` is aborted; the call itself may still succeed. */
async function unlessAborted<T>(signal: AbortSignal, call: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([call, promise]).finally(() => signal.removeEventListener('abort', abort))
}

/** Less than the timeout of a streamed page (`streamTimeout` in app/entry.server.tsx). */
const firstReadMs = 20_000

/**
 * Waits for what is being read for the first time. Rejects with ShopError on a timeout.
 *
 * @param problem why the last attempt to read it failed, if it did: then this rejects at once.
 */
export async function waitForFirst<T>(first: Promise<T>, problem: unknown): Promise<T> {
  const unreadable = (cause: unknown) => new ShopError('storage-unavailable', problems.storageUnreadable, { cause })
  if (problem !== undefined) throw unreadable(problem)
  return withTimeout(firstReadMs, first).catch((error: unknown) => {
    throw unreadable(error)
  })
}

/**
 * Makes one call to Firestore, with a timeout and without a retry. Rejects with ShopError.
 *
 * @param timeoutMs how long to wait for Firestore; by default as long as a request of the shop does.
 */
export async function callFirestoreOnce<T>(call: Promise<T>, timeoutMs = attemptMs): Promise<T> {
  return withTimeout(timeoutMs, call).catch((error: unknown) => {
    throw toShopError(error)
  })
}
