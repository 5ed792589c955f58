/** SQLite's primary result codes (sqlite.org/rescode.html) whose cause is the storage, not our SQL. */
export const resultCodes = {
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
export const syncFailures: ReadonlySet<number> = new Set([1034, 1290])

/** The shared-memory file could not grow: the code for a full disk while a file in WAL mode is opened. */
export const noRoomForSharedMemory = 4874

/** The extended result code of an error of `node:sqlite`; its lowest byte is the primary code. */
export function readResultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined
}

/** Whether another connection, in this process or another one, has locked the file. */
export function isBusy(error: unknown): boolean {
  return ((readResultCode(error) ?? 0) & 0xff) === resultCodes.busy
}
