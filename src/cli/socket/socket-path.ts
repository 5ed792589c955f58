import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * Where the shop that runs on a data folder takes commands: a Unix domain socket in it, or on Windows, which has none, a
 * named pipe. Whoever may read the folder may tell the shop what to do.
 *
 * @param folder absolute.
 */
export function adminSocketPath(folder: string, platform = process.platform): string {
  if (platform !== 'win32') return join(folder, 'admin.sock')
  // Node makes pipes that only their own user and administrators may write to.
  return `\\\\.\\pipe\\shop-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`
}
