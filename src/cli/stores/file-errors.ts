import { RefusedError } from '../send-command.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'the file is too large for the disk',
}

/** Converts a system error of a file that the user named to one line; other errors are returned unchanged. */
export function toFileError(error: unknown, file: string, doing: 'read' | 'written'): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  return new RefusedError(`${file} cannot be ${doing}: ${reasons[code] ?? code}.`, { cause: error })
}
