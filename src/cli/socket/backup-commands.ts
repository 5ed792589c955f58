import { z } from 'zod'

import type { Backups } from '../../backup/backups.ts'
import type { AdminCommands, CommandOptions } from './admin-commands.ts'

/** `folder`: absolute. */
const backupShape = z.object({ folder: z.string() })

/** `backup` makes a backup. Its progress is a `BackupProgress`. */
export function createBackupCommands(backups: Backups): AdminCommands {
  return new Map([
    ['backup', async (input, options) => backups.make(backupShape.parse(input).folder, options)],
  ] satisfies [string, (input: unknown, options: CommandOptions) => Promise<object>][])
}
