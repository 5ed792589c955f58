import { toDiskFailure, type DiskFailure } from '@stockinette/sqlite/disk-failure.ts'

import { findCurrentUser } from '../process/current-user.ts'

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

/** The failures with advice of their own. */
const advised: Readonly<Partial<Record<DiskFailure, readonly [BackupFailure, (path: string) => string]>>> = {
  full: ['disk-full', (path) => `The disk of ${path} is full. Make room, or choose a folder on another disk.`],
  'not-permitted': ['not-writable', describeNotWritable],
  'read-only': ['not-writable', describeNotWritable],
  'not-a-folder': ['not-writable', (path) => `${path} is not a folder. Name a folder, or a name that is still free.`],
  broken: ['failed', (path) => `The disk of ${path} does not work. Look at it, or choose a folder on another disk.`],
}

function describeNotWritable(path: string): string {
  return (
    `${path} cannot be written by the shop. Let its user write there; under systemd, add the folder to ReadWritePaths= ` +
    'of the unit.'
  )
}

/**
 * Converts an error of the system or of SQLite that was caught while `path` was written or read. Other errors are returned
 * unchanged.
 */
export function toBackupError(error: unknown, path: string, doing: 'writing' | 'reading' = 'writing'): unknown {
  const found = toDiskFailure(error)
  if (found === undefined) return error
  if (found === 'not-permitted' && doing === 'reading')
    return new BackupError(describeNotReadable(path), { cause: error })
  const { syscall, message } = error as NodeJS.ErrnoException
  // Node's recursive `mkdir` fails with ENOENT where the disk is read-only.
  const isReadOnly = found === 'not-found' && syscall === 'mkdir'
  const [failure, describe] = advised[isReadOnly ? 'read-only' : found] ?? ['failed', undefined]
  return new BackupError(describe?.(path) ?? `${path} cannot be used: ${message}.`, { cause: error, failure })
}

function describeNotReadable(path: string): string {
  const user = findCurrentUser()?.username ?? `#${process.geteuid?.()}`
  return `${path} may not be read by the user ${user}. Let that user read it.`
}
