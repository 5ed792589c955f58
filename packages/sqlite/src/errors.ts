import { channel } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'

import { readResultCode, toDiskFailure, type DiskFailure } from './disk-failure.ts'

/** Extended codes for a file or folder that could not be synced: `SQLITE_IOERR_FSYNC`, `SQLITE_IOERR_DIR_FSYNC`. */
const syncFailures: ReadonlySet<number> = new Set([1034, 1290])

/**
 * The process cannot start, and the person who started it can do something about it: a setting, a file or folder, another
 * process. `message` is one line that says what to do; no stack is needed.
 */
export class StartError extends Error {
  override name = 'StartError'
  readonly code = 'ERR_CANNOT_START'
}

/** The folder is locked by another process: a shop that runs, starts or stops, or a command. */
export class FolderInUseError extends StartError {}

/** One error for each reason. `path` is the file or folder. */
export const startErrors = {
  inUse: (path: string) => new StartError(`${path} is in use by another program. Close that one and start again.`),
  notClosed: (path: string) =>
    new StartError(
      `${path} cannot be closed: another program has it open, or its disk is full. Try again once that is over.`,
    ),
  folderInUse: (path: string) =>
    new FolderInUseError(
      `${path} is already used by a shop that is running. Stop that one first, or set SHOP_DATA_DIR to another folder.`,
    ),
  unfinishedRestore: (path: string) =>
    new StartError(`${path} is incomplete: a restore into it was interrupted. Run the restore again.`),
  notAFolder: (path: string) =>
    new StartError(`${path} is not a folder. Set SHOP_DATA_DIR to a folder, or to a name that is still free.`),
  notWritable: (path: string) =>
    new StartError(
      `${path} cannot be written. Let the user who runs the shop read and write it and its folder, or set SHOP_DATA_DIR.`,
    ),
  notCreated: (path: string) =>
    new StartError(`${path} cannot be created there. Set SHOP_DATA_DIR to a folder that the shop may write to.`),
  full: (path: string) =>
    new StartError(`${path} needs room, and its disk is full. Make some and start again; what was saved is safe.`),
  damaged: (file: string) =>
    new StartError(
      `${file} is damaged or not a file of this shop, and was left as it is. ` +
        'Move it away, with its -wal file if there is one, and put a backup in its place.',
    ),
  newer: (file: string, version: number, known: number) =>
    new StartError(
      `${file} was written by a newer version of the shop (data version ${version}; this one knows ${known}). ` +
        'Start the newer version, or put an older backup in its place.',
    ),
  older: (file: string) =>
    new StartError(
      `${file} was written by an older version of the shop. Start the shop once: it brings the file up to date.`,
    ),
  orphanedWal: (file: string) =>
    new StartError(
      `${file} is missing or empty, but ${file}-wal holds data that belongs to it. ` +
        'Put both back from a backup, or move both away.',
    ),
  failed: (path: string, reason: string) =>
    new StartError(`${path} cannot be used: ${reason}. Check the disk, or set SHOP_DATA_DIR to another folder.`),
}

/** The failures of a disk with an error of their own. */
const ofDisk: Readonly<Partial<Record<DiskFailure, (path: string) => StartError>>> = {
  'in-use': startErrors.inUse,
  'not-permitted': startErrors.notWritable,
  full: startErrors.full,
  damaged: startErrors.damaged,
  'not-a-folder': startErrors.notAFolder,
  'read-only': (path) => startErrors.failed(path, 'its disk is read-only'),
}

/**
 * Converts an error that was caught while `path` was opened: to a {@link StartError} when the storage is to blame.
 * Any other error is a bug, so it is returned unchanged, with its stack.
 */
export function toStartError(error: unknown, path: string): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error
  const failure = toDiskFailure(error)
  if (failure === undefined) return error
  const { code = error.message, syscall } = error as NodeJS.ErrnoException
  if (failure === 'not-found' && syscall === 'mkdir') return startErrors.notCreated(path)
  return ofDisk[failure]?.(path) ?? startErrors.failed(path, describeFailedCall(error, code))
}

function describeFailedCall(error: Error, code: string): string {
  const resultCode = readResultCode(error)
  return resultCode === undefined ? code : `reading or writing it failed (SQLite ${resultCode})`
}

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

/** The storage failed. Recognise it by `code`; `cause` is SQLite's own error. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
  readonly code = 'storage-unavailable'

  constructor(cause: unknown) {
    super('The storage cannot be read or written.', { cause })
  }
}

/** Has the error of each failed read or write on this machine's disk, for a health check. */
export const storageFailures = channel('stockinette:storage-failure')

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
    if (syncFailures.has(resultCode ?? 0)) exitAfterFailedSync(`SQLite ${resultCode}`)
    if (resultCode === undefined || toDiskFailure(error) === undefined) throw error
    storageFailures.publish(error)
    throw new StorageUnavailableError(error)
  }
}
