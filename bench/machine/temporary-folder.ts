import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is removed with all that is in it when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
}

const kept = new Set<string>()
// A run that is broken off disposes of nothing.
process.on('exit', () => kept.forEach((path) => rmSync(path, { recursive: true, force: true })))

/** Not in memory, as `/tmp` often is: what is said to be durable there costs nothing. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'shop-bench-'))
  kept.add(path)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true, maxRetries: 3 })
      kept.delete(path)
    },
  }
}
