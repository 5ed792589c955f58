import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Makes a named pipe, which holds each process that reads it, until the test ends.
 *
 * @returns a function that resolves once a process reads it, with one that removes the pipe and lets that process continue, as
 *   if it had read an empty file.
 */
export function makePipe(t: TestContext, path: string): () => Promise<() => void> {
  execFileSync('mkfifo', [path])
  let held: number | undefined
  const release = () => {
    rmSync(path, { force: true })
    if (held !== undefined) closeSync(held)
    held = undefined
  }
  t.after(release)
  return async () => {
    while (held === undefined) {
      try {
        held = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error
        await wait(10, undefined, { signal: t.signal }) // Nothing reads it yet.
      }
    }
    return release
  }
}
