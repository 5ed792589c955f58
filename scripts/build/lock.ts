import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the lock of a folder, among processes of this user. Waits while another one has it, for five minutes at most. The
 * lock ends with its process.
 *
 * @throws Error when it takes longer.
 */
export function takeLock(folder: string): Disposable {
  const name = createHash('sha256').update(`${folder}\0${process.getuid?.()}`).digest('hex')
  const database = new DatabaseSync(join(tmpdir(), `stockinette-${name}.db`), { timeout: 300_000 })
  database.exec('BEGIN EXCLUSIVE')
  return { [Symbol.dispose]: () => database.close() }
}
