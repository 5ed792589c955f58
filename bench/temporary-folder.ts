import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is removed with all that is in it when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
}

/** Not in memory, as `/tmp` often is: what is said to be durable there costs nothing. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()

export async function createTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'shop-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}
