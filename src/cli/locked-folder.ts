import { FolderInUseError } from '@stockinette/sqlite/errors.ts'
import pRetry from 'p-retry'

/** Some five seconds: ten times what a shop needs from the lock of its folder to its first answer. */
const patience = { retries: 25, minTimeout: 200, factor: 1 }

/**
 * Asks the running shop, or else opens its data folder; again while a process has locked the folder and does not answer: a
 * shop that is starting, or another command.
 *
 * @param signal ends the wait.
 * @throws what `run` throws; FolderInUseError when the folder stays locked.
 */
export function retryWhileLocked<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const shouldRetry = ({ error }: { error: Error }) => error instanceof FolderInUseError
  return pRetry(run, { ...patience, shouldRetry, ...(signal && { signal }) })
}
