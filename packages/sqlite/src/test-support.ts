import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable, Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

import { StartError } from './errors.ts'

const isRoot = process.getuid?.() === 0

/** Options that start a process as a user without rights: root may write read-only files. */
export const unprivileged = isRoot ? { uid: 65_534 } : {}

/**
 * The reason to skip tests that start `module` as {@link unprivileged}, or `false` when they can run.
 */
export function skipUnprivileged(module: URL): string | false {
  const script = 'require("node:fs").readFileSync(process.argv[1])'
  const probe = spawnSync(process.execPath, ['-e', script, fileURLToPath(module)], unprivileged)
  return probe.status === 0 ? false : 'needs sources that every user may read'
}

/** An empty folder that every user may enter, deleted after the test. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'stockinette-'))
  chmodSync(folder, 0o755)
  t.after(() => {
    for (const part of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) chmodSync(part, 0o755)
    rmSync(folder, { recursive: true })
  })
  return folder
}

/**
 * Asserts that no query that `open` prepares reads a whole table, unless in the order of an index.
 *
 * @param database with the tables of these queries.
 */
export function assertNoScans(t: TestContext, database: DatabaseSync, open: () => void): void {
  const { mock } = t.mock.method(DatabaseSync.prototype, 'prepare')
  open()
  const prepared = mock.calls.map(({ arguments: [sql] }) => sql)
  mock.restore()
  // A table of one row, and those that say what is in a file.
  const queries = prepared.filter((sql) => !/^PRAGMA | (sqlite_schema|catalogue)\b/.test(sql))
  assert.notEqual(queries.length, 0)
  for (const sql of queries) {
    const named = Object.fromEntries(Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => [name, 'x']))
    const unnamed = Array.from(sql.matchAll(/\?/g), () => 1)
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(named, ...unnamed)
    const steps = plan.map(({ detail }) => String(detail))
    const scans = steps.filter((step) => /^SCAN (?!json_each)/.test(step))
    const isSorted = scans.length > 0 && steps.some((step) => step.includes('TEMP B-TREE'))
    assert.ok(!isSorted && scans.every((step) => step.includes(' INDEX ')), `${sql}: ${steps.join('; ')}`)
  }
}

/** An empty folder on a small disk of its own, which can be filled; `undefined` where none can be mounted. */
export function smallDisk(t: TestContext, bytes: number): string | undefined {
  if (!isRoot || process.platform !== 'linux') return undefined
  const folder = mkdtempSync(join(tmpdir(), 'stockinette-'))
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  t.after(() => {
    if (mount.status === 0) spawnSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  return mount.status === 0 ? folder : undefined
}

/** Fills the disk that `file` is on. Deleting the file frees it again. */
export function fillDisk(file: string): void {
  const descriptor = openSync(file, 'w')
  try {
    for (const bytes of [65_536, 4_096, 1]) writeUntilFull(descriptor, Buffer.alloc(bytes))
  } finally {
    closeSync(descriptor)
  }
}

function writeUntilFull(descriptor: number, bytes: Buffer): void {
  try {
    while (writeSync(descriptor, bytes) > 0);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}

/** The reason to skip a test when {@link smallDisk} returns `undefined`. */
export const noSmallDisk = 'needs root and the right to mount a small disk'

/** Every file of a folder with its bytes, to check that nothing changed. */
export function contents(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'base64')]))
}

/** What a process leaves that is killed after this many calls. */
export interface Killed {
  readonly number: number
  readonly folder: string
}

/**
 * Reads the copies that a process made of a folder before each of its calls: `0`, `1` and so on.
 *
 * @returns how many calls there were, and the copies in order, without those whose files are the same as in the one before.
 */
export function readCopies(copies: string): { readonly calls: number; readonly killed: readonly Killed[] } {
  const calls = readdirSync(copies).length
  const all = Array.from({ length: calls }, (_, number) => ({ number, folder: join(copies, String(number)) }))
  const files = all.map(({ folder }) => contents(folder))
  return { calls, killed: all.filter(({ number }) => !isDeepStrictEqual(files[number], files[number - 1])) }
}

/** Asserts that a start fails with one clear line. */
export function assertStartError(start: () => unknown, line: RegExp): void {
  assert.throws(start, (error) => {
    assert.ok(error instanceof StartError, `not a StartError: ${String(error)}`)
    assertOneLine(error.message, line)
    return true
  })
}

export function assertOneLine(message: string, line: RegExp): void {
  assert.match(message, line)
  assert.match(message, /^[^\n]{20,600}\.$/)
  assert.doesNotMatch(message, /\bat .*:\d+|SQLITE_|ERR_/)
}

/**
 * The beginning of a command line whose program has its nth sync fail, and no later one: Linux reports such an error once.
 * `undefined` where `strace` is missing or not permitted.
 */
export function withFailingSync(nth: number): readonly string[] | undefined {
  const inject = `inject=fsync,fdatasync:error=EIO:when=${nth}`
  const command = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject]
  return spawnSync('strace', [...command.slice(1), process.execPath, '-e', '']).status === 0 ? command : undefined
}

/** The reason to skip a test when {@link withFailingSync} returns `undefined`. */
export const noFailingSync = 'needs strace, and the right to use it'

/** Runs a TypeScript module as a process of its own, which is killed after the test. */
export function startProcess(
  t: TestContext,
  module: URL,
  args: readonly string[],
  options: { uid?: number } = {},
): { child: ChildProcessByStdio<Writable, Readable, null>; nextLine: () => Promise<string> } {
  const command = [fileURLToPath(module), ...args]
  const child = spawn(process.execPath, command, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, nextLine: async () => (await lines.next()).value ?? '' }
}

/** Ends a process without a chance to clean up, as a power cut would. */
export async function kill(child: ChildProcessByStdio<Writable, Readable, null>): Promise<void> {
  const exited = once(child, 'close')
  child.kill('SIGKILL')
  await exited
}
