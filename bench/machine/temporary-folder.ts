import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is deleted with its contents when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
}

const folders = new Set<string>()
// An interrupted run does not dispose of its folders.
process.on('exit', () => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

/** Not `/tmp`, which is often in memory: durable writes would cost nothing there. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'shop-bench-'))
  folders.add(path)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true, maxRetries: 3 })
      folders.delete(path)
    },
  }
}
