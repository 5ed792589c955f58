import { z } from 'zod'

import type { Backups } from '../../backup/backups.ts'
import type { AdminCommands } from './admin-commands.ts'

/** `folder`: absolute. */
const backupShape = z.object({ folder: z.string() })

/** `backup` makes a backup. */
export function createBackupCommands(backups: Backups): AdminCommands {
  return new Map([['backup', async (input) => backups.make(backupShape.parse(input).folder)]])
}
