import { ShopError } from '../../domain/errors.ts'
import { problems } from '../../domain/messages.ts'

/** What a person is told when photos can be neither kept nor read. */
export function storageUnavailable(cause: unknown): ShopError {
  return new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
}

/** Runs what needs the storage. @throws ShopError `storage-unavailable` in place of any error. */
export async function withStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storageUnavailable(error)
  }
}
