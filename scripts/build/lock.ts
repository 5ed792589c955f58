import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the lock of this name in a project. Waits while another process has it, for five minutes at most. The lock ends with its
 * process.
 *
 * @param project its `node_modules` must be writable; other users of the machine cannot reach the lock there.
 * @throws Error when it takes longer.
 */
export function takeLock(project: string, name: string): Disposable {
  const database = new DatabaseSync(join(project, 'node_modules', `.${name}-lock.db`), { timeout: 300_000 })
  database.exec('BEGIN EXCLUSIVE')
  return { [Symbol.dispose]: () => database.close() }
}
