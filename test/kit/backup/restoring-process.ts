/**
 * Restores a backup, and kills itself: `node restoring-process.ts DATA BACKUPS MOMENT`. The moment is a number
 * such as 3, before the third photo file gets its name, `databases`, before the first of them is copied, `access`, before sessions
 * are ended, or `end`, before the folder counts as complete.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [dataDir = '', backups = '', moment] = process.argv.slice(2)
const kill = () => process.kill(process.pid, 'SIGKILL')

const { chmod, rename } = fs
let left = Number(moment)
fs.rename = async (from, to) => {
  left -= 1
  return left === 0 ? void kill() : rename(from, to)
}
if (moment === 'databases') fs.copyFile = async () => void kill()
if (moment === 'access')
  fs.chmod = async (file) => (String(file).endsWith('identity.sqlite') ? void kill() : chmod(file, 0o600))
syncBuiltinESMExports()

const { restoreBackup } = await import('../../../src/backup/restore-backup.ts')
await restoreBackup(backups, { dataDir, complete: async () => void kill() })
