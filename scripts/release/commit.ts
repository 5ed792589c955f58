import { execFileSync } from 'node:child_process'

/** What a release is made from. */
export interface Commit {
  readonly hash: string
  /** When it was made, in seconds since 1970. */
  readonly time: number
  /** Its files, by their paths. */
  readonly files: readonly string[]
}

/** The commit that is checked out. @throws Error if a file differs from it. */
export function readCommit(): Commit {
  const changed = git('status', '--porcelain', '--untracked-files=no')
  if (changed !== '') throw new Error(`A release is made from a commit, and these files differ from it:\n${changed}`)
  const [hash = '', time] = git('log', '-1', '--format=%H %ct').split(' ')
  return { hash, time: Number(time), files: listFiles() }
}

/** The files that git knows, by their paths. */
export function listFiles(): string[] {
  return git('ls-files', '-z').split('\0').filter(Boolean)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 10_000_000 }).trim()
}
