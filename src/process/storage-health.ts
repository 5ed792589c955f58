import { setTimeout as wait } from 'node:timers/promises'

import { isShopError } from '../domain/errors.ts'
import type { Log } from '../log.ts'
import { watchStorageFailures } from './storage-failures.ts'

/** Remembers that this machine's storage failed, until it works again. */
export interface StorageHealth extends Disposable {
  /** What is wrong with the storage, in words for the shop's owner; `undefined` when nothing is. */
  trouble(): string | undefined
}

export interface StorageHealthOptions {
  /** Small writes, each to another place. A failure rejects. */
  readonly tries: readonly (() => Promise<void>)[]
  readonly log: Log
  /** How long after a failure, and after each try, the next try is. */
  readonly retryMs?: number
}

/**
 * After any failure of the storage, tries every place until all of them can be written to: a disk that was full would
 * otherwise be in order again only when somebody adds something, which nobody does while the shop says that it is not ready.
 */
export function watchStorage({ tries, log, retryMs = 30_000 }: StorageHealthOptions): StorageHealth {
  const ended = new AbortController()
  let trouble: string | undefined

  const isWritable = async (): Promise<boolean> => {
    try {
      for (const tryOne of tries) await tryOne()
      return true
    } catch (error) {
      trouble = inWords(error)
      return false
    }
  }
  const tryAgain = async (): Promise<void> => {
    await wait(retryMs, undefined, { signal: ended.signal, ref: false })
    if (!(await isWritable())) return tryAgain()
    trouble = undefined
    log.info('the storage works again')
  }
  const watching = watchStorageFailures((cause) => {
    const isKnown = trouble !== undefined
    trouble = inWords(cause)
    if (isKnown) return
    log.error({ trouble }, 'the storage failed: a small write is tried until it works again')
    tryAgain().catch(() => undefined) // Only when it is disposed of.
  })
  return {
    trouble: () => trouble,
    [Symbol.dispose]() {
      watching[Symbol.dispose]()
      ended.abort()
    },
  }
}

const words: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EACCES: 'the data folder may not be written to',
  EIO: 'the disk does not work',
}

/** Whoever can reach the shop reads this: no path is in it. */
function inWords(error: unknown): string {
  const cause = isShopError(error) ? error.cause : error
  const { code, errstr } = (cause ?? {}) as { code?: string; errstr?: string }
  return `The shop cannot save: ${errstr ?? words[code ?? ''] ?? code ?? 'its storage failed'}.`
}
