import { channel } from 'node:diagnostics_channel'

import { exitAfterFailedSync, isFailedSync } from './failed-sync.ts'
import { readResultCode, resultCodes } from './result-codes.ts'

/** The storage failed. Recognise it by `code`; `cause` is SQLite's own error. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
  readonly code = 'storage-unavailable'

  constructor(cause: unknown) {
    super('The storage cannot be read or written.', { cause })
  }
}

/** Publishes SQLite's error after every failure of the storage, for a health check. */
const failures = channel('stockinette:storage-failure')

const storageCodes: ReadonlySet<number> = new Set(Object.values(resultCodes))

/**
 * Runs `work` on an open database and converts errors of the storage. Ends the process when the disk fails to sync.
 *
 * @throws StorageUnavailableError when the storage fails: a full, failing, read-only or damaged disk, or a file that
 * another program has locked. Any other error is passed on unchanged.
 */
export function orStorageUnavailable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const resultCode = readResultCode(error)
    if (isFailedSync(error)) exitAfterFailedSync(`SQLite ${resultCode}`)
    if (resultCode === undefined || !storageCodes.has(resultCode & 0xff)) throw error
    failures.publish(error)
    throw new StorageUnavailableError(error)
  }
}
