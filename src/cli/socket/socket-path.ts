import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * The path of the admin socket of a data folder: a Unix domain socket in it, or on Windows a named pipe. Any process
 * that can access the folder can control the shop.
 *
 * @param folder absolute.
 */
export function adminSocketPath(folder: string, platform = process.platform): string {
  if (platform !== 'win32') return join(folder, 'admin.sock')
  // Only their own user and administrators can write to Node's pipes.
  return `\\\\.\\pipe\\shop-${createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)}`
}
