import { noRoomForSharedMemory, readResultCode, resultCodes } from './result-codes.ts'

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
  notAFolder: (path: string) =>
    new StartError(`${path} is not a folder. Set SHOP_DATA_DIR to a folder, or to a name that is still free.`),
  notWritable: (path: string) =>
    new StartError(
      `${path} cannot be written. Let the user who runs the shop read and write it and its folder, or set SHOP_DATA_DIR.`,
    ),
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
  return 'syscall' in error ? startErrorOfSystem((error as NodeJS.ErrnoException).code ?? error.message, path) : error
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
  if (['EACCES', 'EPERM', 'EROFS'].includes(reason)) return startErrors.notWritable(path)
  if (['ENOSPC', 'EDQUOT'].includes(reason)) return startErrors.full(path)
  if (['ENOTDIR', 'EEXIST'].includes(reason)) return startErrors.notAFolder(path)
  return startErrors.failed(path, reason)
}
