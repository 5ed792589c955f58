import { execFileSync } from 'node:child_process'
import { matchesGlob } from 'node:path'

import { sources } from '../build/sources.ts'

/** What a release is made from. */
export interface Commit {
  readonly hash: string
  /** When it was made, in seconds since 1970. */
  readonly time: number
  /** Its files, by their paths. */
  readonly files: readonly string[]
}

/** The commit that is checked out. @throws Error if a file differs from it, or one that the build reads is not part of it. */
export function readCommit(): Commit {
  const changes = git('status', '--porcelain', '--untracked-files=all').split('\n')
  const changed = changes.filter((line) => !line.startsWith('??') || isSource(line.slice(3))).join('\n')
  if (changed !== '') throw new Error(`A release is made from a commit, and these files differ from it:\n${changed}`)
  const [hash = '', time] = git('log', '-1', '--format=%H %ct').split(' ')
  return { hash, time: Number(time), files: listFiles() }
}

function isSource(path: string): boolean {
  return sources.some((pattern) => matchesGlob(path, pattern))
}

/** The files that git knows, by their paths. */
export function listFiles(): string[] {
  return git('ls-files', '-z').split('\0').filter(Boolean)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 10_000_000 }).trim()
}
