/** The kind of a failure, for programs. */
export type BackupFailure = 'disk-full' | 'not-writable' | 'damaged' | 'failed'

/**
 * A backup could not be made, checked or restored. `message` is one line for people that says what to do. Anything else
 * that is thrown is a bug.
 */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly failure: BackupFailure

  constructor(message: string, options: ErrorOptions & { readonly failure?: BackupFailure } = {}) {
    super(message, options)
    this.failure = options.failure ?? 'failed'
  }
}

const notWritable = (path: string) =>
  `${path} cannot be written by the shop. Let its user write there; under systemd, add the folder to ReadWritePaths= ` +
  'of the unit.'

const reasons: Readonly<Record<string, (path: string) => string>> = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: notWritable,
  ENOSPC: (path) => `The disk of ${path} is full. Make room, or choose a folder on another disk.`,
  EDQUOT: (path) => `The disk of ${path} is full. Make room, or choose a folder on another disk.`,
  ENOTDIR: (path) => `${path} is not a folder. Name a folder, or a name that is still free.`,
  EEXIST: (path) => `${path} is not a folder. Name a folder, or a name that is still free.`,
  EIO: (path) => `The disk of ${path} does not work. Look at it, or choose a folder on another disk.`,
}

const failures: Readonly<Record<string, BackupFailure>> = {
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  EROFS: 'not-writable',
  ENOTDIR: 'not-writable',
  EEXIST: 'not-writable',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
}

/** SQLite's primary result codes, as the system's. (sqlite.org/rescode.html) */
const sqliteReasons: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' }

/**
 * Converts an error of the system or of SQLite that was caught while `path` was written. Other errors are returned
 * unchanged.
 */
export function toBackupError(error: unknown, path: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const { errcode, syscall } = error as SystemError
  if (errcode === undefined && syscall === undefined) return error
  const code = codeOf(error)
  const line = reasons[code]?.(path) ?? `${path} cannot be used: ${error.message}.`
  return new BackupError(line, { cause: error, failure: failures[code] ?? 'failed' })
}

/** An error of Node or of SQLite. */
type SystemError = NodeJS.ErrnoException & { readonly errcode?: number }

/** Node's recursive `mkdir` fails with ENOENT where the disk is read-only. */
function codeOf({ code = '', errcode, syscall }: SystemError): string {
  if (errcode !== undefined) return sqliteReasons[errcode & 0xff] ?? ''
  return code === 'ENOENT' && syscall === 'mkdir' ? 'EROFS' : code
}
