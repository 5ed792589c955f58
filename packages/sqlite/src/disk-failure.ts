/** Why a file or folder cannot be used. */
export type DiskFailure =
  | 'full'
  | 'read-only'
  | 'not-permitted'
  | 'not-found'
  | 'not-a-folder'
  | 'a-folder'
  | 'in-use'
  | 'damaged'
  | 'broken'
  | 'other'

const ofSystem: Readonly<Record<string, DiskFailure>> = {
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
  EROFS: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ENOENT: 'not-found',
  ENOTDIR: 'not-a-folder',
  EEXIST: 'not-a-folder',
  EISDIR: 'a-folder',
  EIO: 'broken',
}

/** SQLite's primary result codes (sqlite.org/rescode.html) whose cause is the storage, not our SQL. */
const ofSqlite: Readonly<Record<number, DiskFailure>> = {
  3: 'not-permitted', // SQLITE_PERM
  5: 'in-use', // SQLITE_BUSY
  8: 'not-permitted', // SQLITE_READONLY
  10: 'broken', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'not-permitted', // SQLITE_CANTOPEN
  15: 'in-use', // SQLITE_PROTOCOL
  26: 'damaged', // SQLITE_NOTADB
}

/** The shared-memory file could not grow: the code for a full disk while a file in WAL mode is opened. */
const noRoomForSharedMemory = 4874

/** The extended result code of an error of `node:sqlite`; its lowest byte is the primary code. */
export function readResultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
}

/** `undefined` for an error that is neither of the system nor of SQLite's storage, and so a bug. */
export function toDiskFailure(error: unknown): DiskFailure | undefined {
  const resultCode = readResultCode(error)
  if (resultCode === noRoomForSharedMemory) return 'full'
  if (resultCode !== undefined) return ofSqlite[resultCode & 0xff]
  if (!(error instanceof Error)) return undefined
  const { syscall, code = '' } = error as NodeJS.ErrnoException
  return syscall === undefined ? undefined : (ofSystem[code] ?? 'other')
}

const words: Readonly<Partial<Record<DiskFailure, string>>> = {
  full: 'the disk is full',
  'read-only': 'the disk is read-only',
  'not-permitted': 'permission denied',
  'not-found': 'there is no such file or folder',
  'not-a-folder': 'there is no such folder',
  'a-folder': 'it is a folder',
  broken: 'the disk does not work',
}

/** The reason in words, without a path; the system's own code where there are none. */
export function describeDiskFailure(error: unknown): string | undefined {
  return words[toDiskFailure(error) ?? 'other'] ?? (error as NodeJS.ErrnoException | undefined)?.code
}
