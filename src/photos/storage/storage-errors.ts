import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import { reportStorageFailure } from '../../process/storage-failures.ts'

/** What a person is told when photos can be neither kept nor read. */
export function storageUnavailable(cause: unknown): ShopError {
  return new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
}

/** As `storageUnavailable`, of this machine's own disk: `/healthz` tells of it. */
export function diskFailed(cause: unknown): ShopError {
  reportStorageFailure(cause)
  return storageUnavailable(cause)
}

/** Runs what needs this machine's disk. @throws ShopError `storage-unavailable` in place of any error. */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFailed(error)
  }
}
