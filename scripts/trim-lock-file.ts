import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../package-lock.json')

/** The part of `package-lock.json` that is used. */
interface LockFile {
  readonly packages: Readonly<Record<string, { engines?: unknown }>>
}

/**
 * The lock file without `engines`. npm compares them with the Node that runs npm: it silently leaves out optional packages
 * that ask for a newer one, such as the compiled parts of sharp, and warns of others. The shop brings a Node that suits
 * all of them.
 */
export function trimLockFile(text: string): string {
  const lock = JSON.parse(text) as LockFile
  for (const entry of Object.values(lock.packages)) delete entry.engines
  return `${JSON.stringify(lock, undefined, 2)}\n`
}

export function readLockFile(): string {
  return readFileSync(file, 'utf8')
}

if (import.meta.main) writeFileSync(file, trimLockFile(readLockFile()))
