import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { readCopies, temporaryFolder } from '@stockinette/sqlite/test-support.ts'

const program = fileURLToPath(new URL('./opening-process.ts', import.meta.url))

/**
 * Opens the databases of a data folder as a start of the shop does, and copies the folder before each call of SQLite.
 *
 * @returns what a start leaves that is killed before each of the calls that find other files than the one before.
 */
export async function copyBeforeEachCall(t: TestContext, dataDir: string): Promise<ReturnType<typeof readCopies>> {
  const copies = join(temporaryFolder(t), 'copies')
  mkdirSync(copies)
  await promisify(execFile)(process.execPath, [program, dataDir, copies])
  return readCopies(copies)
}
