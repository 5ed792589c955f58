import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../messages/messages.ts'
import { reportStorageFailure } from '../../process/storage-failures.ts'

/** The error for people when photos can be neither stored nor read. */
export function storageUnavailable(cause: unknown): ShopError {
  return new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
}

/** Like `storageUnavailable`, for the local disk: `/healthz` reports it. */
export function diskFailed(cause: unknown): ShopError {
  reportStorageFailure(cause)
  return storageUnavailable(cause)
}

/** Runs work on the local disk. @throws ShopError `storage-unavailable` instead of any error. */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskFailed(error)
  }
}
