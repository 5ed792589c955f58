import { execFileSync } from 'node:child_process'

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
  const changed = [git('status', '--porcelain', '--untracked-files=no'), ...listUnknownSources()]
    .filter(Boolean)
    .join('\n')
  if (changed !== '') throw new Error(`A release is made from a commit, and these files differ from it:\n${changed}`)
  const [hash = '', time] = git('log', '-1', '--format=%H %ct').split(' ')
  return { hash, time: Number(time), files: listFiles() }
}

/** Files that the build would read and git does not know, ignored ones, too: a line for each. */
function listUnknownSources(): string[] {
  const patterns = sources
    .filter((pattern) => !pattern.startsWith('node_modules/'))
    .map((pattern) => `:(glob)${pattern}`)
  return listFiles('--others', '--', ...patterns).map((path) => `?? ${path}`)
}

/** The files that git knows, by their paths; with options, those that `git ls-files` lists. */
export function listFiles(...options: readonly string[]): string[] {
  return git('ls-files', '-z', ...options)
    .split('\0')
    .filter(Boolean)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 10_000_000 }).trim()
}
