import { setTimeout as wait } from 'node:timers/promises'

import { describeDiskFailure } from '@stockinette/sqlite/disk-failure.ts'
import { storageFailures } from '@stockinette/sqlite/errors.ts'

import { isShopError } from '../domain/errors.ts'
import type { Log } from '../log.ts'

export interface StorageHealthOptions {
  /** Small test writes, one for each place that the shop writes to. They reject when the write fails. */
  readonly probes: readonly (() => Promise<void>)[]
  readonly log: Log
  /** How long to wait before the next test write. */
  readonly retryMs?: number
}

/**
 * After a failure of the storage, repeats the test writes until all of them succeed. Otherwise only the next added item
 * would show that the disk has space again, and nobody adds one while the shop reports that it is not ready.
 */
export function watchStorage({ probes, log, retryMs = 30_000 }: StorageHealthOptions) {
  const ended = new AbortController()
  let trouble: string | undefined

  const isWritable = async (): Promise<boolean> => {
    try {
      for (const probe of probes) await probe()
      return true
    } catch (error) {
      trouble = describe(error)
      return false
    }
  }
  const retry = async (): Promise<void> => {
    await wait(retryMs, undefined, { signal: ended.signal, ref: false })
    if (!(await isWritable())) return retry()
    trouble = undefined
    log.info('the storage works again')
  }
  const onFailure = (cause: unknown) => {
    const isKnown = trouble !== undefined
    trouble = describe(cause)
    if (isKnown) return
    log.error({ trouble }, 'the storage failed: a small write is tried until it works again')
    retry().catch(() => undefined) // Rejects only when it is disposed of.
  }
  storageFailures.subscribe(onFailure)
  return {
    /** The last failure, described for the owner; `undefined` while the storage works. */
    trouble: () => trouble,
    [Symbol.dispose]() {
      storageFailures.unsubscribe(onFailure)
      ended.abort()
    },
  }
}

/** Anyone who can reach the shop can read this, so it has no path. */
function describe(error: unknown): string {
  const cause = isShopError(error) ? error.cause : error
  const { errstr } = (cause ?? {}) as { errstr?: string }
  return `The shop cannot save: ${errstr ?? describeDiskFailure(cause) ?? 'its storage failed'}.`
}
