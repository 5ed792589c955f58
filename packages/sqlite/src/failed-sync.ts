import { writeSync } from 'node:fs'

import { readResultCode, syncFailures } from './result-codes.ts'

/**
 * Ends the process because the disk failed to sync. Linux reports such an error once and then treats the lost pages as
 * written: a later sync would succeed although the write-ahead log has a gap. A restart reads what the disk really holds.
 * (wiki.postgresql.org/wiki/Fsync_Errors; guarded by the tests "ends the process with one line when the disk fails to sync")
 *
 * @param reason the error code of the system or of SQLite.
 */
export function exitAfterFailedSync(reason: string): never {
  try {
    writeSync(
      process.stderr.fd,
      `The disk failed to keep what was written to the data folder (${reason}), so the shop ends here. ` +
        'What it has answered is safe. Look at the disk, and start again.\n',
    )
  } finally {
    // Even if standard error is a file on the same disk.
    process.exit(1)
  }
}

/** Whether SQLite failed to sync a file or its folder. */
export function isFailedSync(error: unknown): boolean {
  const code = readResultCode(error)
  return code !== undefined && syncFailures.has(code)
}
