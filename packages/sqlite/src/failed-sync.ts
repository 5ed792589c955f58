import { writeSync } from 'node:fs'

import { readResultCode, syncFailures } from './result-codes.ts'

/**
 * Ends the process, because the disk could not keep what was written. Linux says so once, and takes what it could not
 * write for written from then on: a later sync would succeed, while what it is to make durable lies behind a hole in the
 * write-ahead log. A restart reads what the disk really holds. (wiki.postgresql.org/wiki/Fsync_Errors; guarded by the
 * tests "ends the process with one line when the disk fails to sync")
 *
 * @param reason what the system or SQLite calls it.
 */
export function endAfterFailedSync(reason: string): never {
  try {
    writeSync(
      process.stderr.fd,
      `The disk failed to keep what was written to the data folder (${reason}), so the shop ends here. ` +
        'What it has answered is safe. Look at the disk, and start again.\n',
    )
  } finally {
    // Also when standard error is a file on that very disk.
    process.exit(1)
  }
}

/** Whether SQLite failed to sync a file or its folder. */
export function isFailedSync(error: unknown): boolean {
  const code = readResultCode(error)
  return code !== undefined && syncFailures.has(code)
}
