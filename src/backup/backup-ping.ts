import pRetry from 'p-retry'

import type { Log } from '../log.ts'

export interface BackupPingOptions {
  /** It may contain a secret, so it is never logged. */
  readonly url: URL
  readonly log: Log
  /** How long to wait before the first retry; each further one waits four times as long. */
  readonly retryMs?: number
}

/** How long one request may take. */
const timeoutMs = 10_000

/**
 * Requests an address after a good backup, so that a monitoring service notices when there are none. Disposal aborts a request
 * that is being made.
 */
export function createBackupPing({ url, log, retryMs = 5_000 }: BackupPingOptions) {
  const ended = new AbortController()
  const request = async () => {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { signal, redirect: 'manual' }).catch((cause: unknown) => {
      throw new Error('There was no answer.', { cause }) // p-retry does not retry a TypeError.
    })
    await response.body?.cancel()
    // Nor is a redirect followed: nobody has set the address that it names.
    if (!response.ok) throw new Error(`The answer was ${response.status}.`)
  }
  return {
    /** Returns at once. A failure is logged, and has no other effect. */
    send(): void {
      const options = { retries: 3, factor: 4, minTimeout: retryMs, signal: ended.signal, unref: true }
      pRetry(request, options).catch((error: unknown) => {
        if (!ended.signal.aborted)
          log.warn({ err: error }, 'the address of SHOP_BACKUP_PING could not be told of a backup')
      })
    },
    [Symbol.dispose]: () => ended.abort(),
  }
}
