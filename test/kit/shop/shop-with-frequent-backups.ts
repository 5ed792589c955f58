/** The built shop, which looks right after the start, and then ten times a second, whether a backup is due. */
import { run } from '../../../server.ts'
import { backupTimes } from '../../../src/backup/daily/daily-backup.ts'

Object.assign(backupTimes, { firstMs: 0, nextMs: 100 })
await run()
