import { lstatSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'

import { describeDiskFailure, toDiskFailure } from '@stockinette/sqlite/disk-failure.ts'
import { renameDurably } from '@stockinette/sqlite/files.ts'

import { RefusedError } from '../command.ts'

/** Converts a system error of a file that the user named to one line; other errors are returned unchanged. */
export function toFileError(error: unknown, file: string, doing: 'read' | 'written'): unknown {
  if (toDiskFailure(error) === undefined) return error
  return new RefusedError(`${file} cannot be ${doing}: ${describeDiskFailure(error)}.`, { cause: error })
}

/**
 * The absolute path of a file or folder that the user named. npm runs a command in the folder of the project, and says where
 * the user is.
 */
export function resolveUserPath(path: string, environment: Readonly<NodeJS.ProcessEnv> = process.env): string {
  const isRunByNpm = environment['npm_lifecycle_event'] === 'shop'
  return resolve((isRunByNpm ? environment['INIT_CWD'] : undefined) ?? '', path)
}

/** `SIGHUP`: the terminal is gone, such as after a lost connection. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes a file atomically, which only its own user may read, and which is durable once this resolves: until it is complete and
 * synced it is `FILE.part`, which is removed when writing fails or is stopped.
 *
 * @throws RefusedError when the file exists already, the system refuses, or Ctrl-C stops it.
 */
export async function writeNewFile(file: string, text: string | AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`
  requireNewFile(file)
  using stopping = stopOnSignals()
  const handle = await openPart(file, part)
  try {
    await handle.writeFile(text, { signal: stopping.signal })
    requireNewFile(file)
    renameDurably(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    stopping.signal.throwIfAborted()
    throw toFileError(error, file, 'written')
  } finally {
    await handle.close()
  }
}

/** A signal that is aborted by Ctrl-C and the like, until it is disposed of. Its reason is an error for people. */
export function stopOnSignals(): Disposable & { readonly signal: AbortSignal } {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new RefusedError('Stopped. What was unfinished is removed.'))
  // Each time: a lost connection, for one, sends several, and a later one must not end what is being removed.
  for (const signal of signals) process.on(signal, stop)
  return {
    signal: stopping.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.removeListener(signal, stop)
    },
  }
}

/** A dangling symbolic link counts as an existing file. */
function requireNewFile(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }))
    throw new RefusedError(`${file} already exists. Choose another name, or move it away.`)
}

async function openPart(file: string, part: string) {
  try {
    return await open(part, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw toFileError(error, file, 'written')
    throw new RefusedError(
      `${part} exists: another export is writing it, or one was interrupted. If none is running, remove it.`,
    )
  }
}
