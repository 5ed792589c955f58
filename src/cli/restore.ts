import { restoreBackup } from '../backup/restore-backup.ts'
import { commandName } from '../command-name.ts'
import type { ListedOwner } from '../owners/claiming.ts'
import { requireDataFolder } from './backup.ts'
import type { Command } from './command.ts'
import { describeOwners } from './owner.ts'
import { createProgress } from './progress.ts'
import { openLockedAccounts } from './send-command.ts'
import { resolveUserPath } from './stores/files.ts'

/** Restores the newest backup of a folder, or the one that is named. */
export const restore: Command = {
  argument: 'FOLDER',
  summary: 'restore the newest backup in a folder, or one backup, into an empty data folder',
  async run(config, argument) {
    requireDataFolder(config)
    const { dataDir, photos, identity } = config
    let progress: ReturnType<typeof createProgress> | undefined
    let owners: readonly ListedOwner[] = []
    const restored = await restoreBackup(resolveUserPath(argument), {
      dataDir,
      bucket: photos.bucket,
      report: (count, total) => {
        progress ??= createProgress(total, process.stderr)
        progress.step('photo files', count)
      },
      complete: async (folder, { startedAt }) => {
        await using opened = new AsyncDisposableStack()
        const accounts = await openLockedAccounts(folder, identity, opened)
        await accounts.notices.add({ kind: 'backup', by: null, about: startedAt.toISOString() })
        owners = await accounts.claiming.list()
      },
    })
    const { path, startedAt, items, photoFiles } = restored
    return [
      `Restored ${path} to ${dataDir}: ${items} pieces and ${photoFiles} photo files, ` +
        `as they were on ${startedAt.toISOString()}. The shop can be started.`,
      'Everybody is signed out, and codes and links from before are worthless. Passwords and owners are those of the backup.',
      ...(owners.length > 0 ? [`Remove who is no longer an owner: ${commandName} owner remove EMAIL`] : []),
      describeOwners(owners),
    ].join('\n')
  },
}
