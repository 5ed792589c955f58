import { ShopError } from '../../../src/domain/errors.ts'
import { problems } from '../../../src/domain/messages.ts'
import { reportStorageFailure } from '../../../src/process/storage-failures.ts'
import { endAfterFailedSync, isFailedSync } from './failed-sync.ts'
import { readResultCode, resultCodes } from './result-codes.ts'

const storageCodes: ReadonlySet<number> = new Set(Object.values(resultCodes))

/**
 * Runs `work` on an open database. Ends the process when the disk fails to sync.
 *
 * @throws ShopError `storage-unavailable` when the storage fails: a full, failing, read-only or damaged disk, or a file
 * that another program keeps locked. Any other error passes as it is.
 */
export function orStorageUnavailable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const resultCode = readResultCode(error)
    if (isFailedSync(error)) endAfterFailedSync(`SQLite ${resultCode}`)
    if (resultCode === undefined || !storageCodes.has(resultCode & 0xff)) throw error
    reportStorageFailure(error)
    throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause: error })
  }
}
