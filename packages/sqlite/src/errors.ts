import { channel } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'

/** SQLite's primary result codes (sqlite.org/rescode.html) whose cause is the storage, not our SQL. */
const resultCodes = {
  perm: 3,
  busy: 5,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  protocol: 15,
  notadb: 26,
} as const

/** Extended codes for a file or folder that could not be synced: `SQLITE_IOERR_FSYNC`, `SQLITE_IOERR_DIR_FSYNC`. */
const syncFailures: ReadonlySet<number> = new Set([1034, 1290])

/** The shared-memory file could not grow: the code for a full disk while a file in WAL mode is opened. */
const noRoomForSharedMemory = 4874

/** The extended result code of an error of `node:sqlite`; its lowest byte is the primary code. */
function readResultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
}

/** Whether another connection, in this process or another one, has locked the file. */
export function isBusy(error: unknown): boolean {
  return ((readResultCode(error) ?? 0) & 0xff) === resultCodes.busy
}

/**
 * A file or folder cannot be opened, and the person who started the process can do something about it. `message` is one
 * line that says what to do; no stack is needed.
 */
export class StartError extends Error {
  override name = 'StartError'
  readonly code = 'ERR_CANNOT_START'
}

/** One error for each reason. `path` is the file or folder. */
export const startErrors = {
  inUse: (path: string) => new StartError(`${path} is in use by another program. Close that one and start again.`),
  folderInUse: (path: string) =>
    new StartError(
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

/**
 * Converts an error that was caught while `path` was opened: to a {@link StartError} when the storage is to blame.
 * Any other error is a bug, so it is returned unchanged, with its stack.
 */
export function toStartError(error: unknown, path: string): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error
  const resultCode = readResultCode(error)
  if (resultCode !== undefined) return startErrorOfSqlite(resultCode, path) ?? error
  const { syscall, code = error.message } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  return code === 'ENOENT' && syscall === 'mkdir' ? startErrors.notCreated(path) : startErrorOfSystem(code, path)
}

function startErrorOfSqlite(resultCode: number, path: string): StartError | undefined {
  if (resultCode === noRoomForSharedMemory) return startErrors.full(path)
  switch (resultCode & 0xff) {
    case resultCodes.busy:
    case resultCodes.protocol:
      return startErrors.inUse(path)
    case resultCodes.perm:
    case resultCodes.readonly:
    case resultCodes.cantopen:
      return startErrors.notWritable(path)
    case resultCodes.full:
      return startErrors.full(path)
    case resultCodes.corrupt:
    case resultCodes.notadb:
      return startErrors.damaged(path)
    case resultCodes.ioerr:
      return startErrors.failed(path, `reading or writing it failed (SQLite ${resultCode})`)
    default:
      return undefined
  }
}

function startErrorOfSystem(reason: string, path: string): StartError {
  if (['EACCES', 'EPERM'].includes(reason)) return startErrors.notWritable(path)
  if (reason === 'EROFS') return startErrors.failed(path, 'its disk is read-only')
  if (['ENOSPC', 'EDQUOT'].includes(reason)) return startErrors.full(path)
  if (['ENOTDIR', 'EEXIST'].includes(reason)) return startErrors.notAFolder(path)
  return startErrors.failed(path, reason)
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

/** Whether SQLite failed to sync a file or its folder. */
function isFailedSync(error: unknown): boolean {
  const code = readResultCode(error)
  return code !== undefined && syncFailures.has(code)
}

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
