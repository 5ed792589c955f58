import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { listBackups } from '../backup/backup-folder.ts'
import {
  createBackups,
  type BackupProgress,
  type BackupSummary,
  checkBackups,
  type CheckedBackup,
  withCheck,
} from '../backup/backups.ts'
import { toMegabytes } from '../backup/free-space.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { commandName } from '../command-name.ts'
import type { Config } from '../config/config.ts'
import type { ListedOwner } from '../owners/claiming.ts'
import { RefusedError, type Command } from './command.ts'
import { giveUpRoot } from './data-folder-user.ts'
import { describeOwners } from './owner.ts'
import { createProgress, type Progress } from './progress.ts'
import { sendCommand } from './send-command.ts'
import { resolveUserPath, stopOnSignals } from './stores/files.ts'

const megabyte = 1_000_000

/** Makes a backup in a folder that may have earlier ones. */
export const backup: Command = {
  argument: 'FOLDER',
  summary: 'back up items, photos, accounts and keys, whether the shop is running or not; only new photos are stored',
  async run(config, argument) {
    requireDataFolder(config)
    using stopping = stopOnSignals()
    const request = { command: 'backup', input: { folder: resolveUserPath(argument) } }
    const options = { open: openBackups, signal: stopping.signal, report: createReport() }
    const summary = await sendCommand<BackupSummary>(config, request, options)
    if (!existsSync(summary.path)) throw new RefusedError(describeOutOfSight(summary))
    return describeBackup(summary)
  },
}

/** @throws RefusedError in cloud mode. */
export function requireDataFolder({ cloud }: Pick<Config, 'cloud'>): void {
  if (cloud === undefined) return
  throw new RefusedError(
    'The items of this shop are in Cloud Firestore (SHOP_FIREBASE_PROJECT_ID is set): ' +
      'use gcloud firestore backups schedules create, gcloud firestore databases restore and point-in-time recovery.',
  )
}

async function openBackups({ dataDir, photos: { bucket } }: Config, opened: AsyncDisposableStack) {
  const { lockFolder } = await import('./services.ts')
  return { backups: withCheck(createBackups({ dataDir: lockFolder(dataDir, opened).path, bucket })) }
}

const labels: Readonly<Record<BackupProgress['phase'], string>> = {
  databases: 'MB of items and accounts',
  photos: 'photo files',
}

/** Shows the progress of each phase, the databases' in megabytes. */
function createReport(): (progress: object) => void {
  let shown: { readonly phase: BackupProgress['phase']; readonly progress: Progress; done: number } | undefined
  return (reported) => {
    const { phase, ...counts } = reported as BackupProgress
    const unit = phase === 'databases' ? megabyte : 1
    const done = Math.ceil(counts.done / unit)
    const total = Math.ceil(counts.total / unit)
    if (shown?.phase !== phase) shown = { phase, progress: createProgress(total, process.stderr), done: 0 }
    shown.progress.step(labels[phase], done - shown.done)
    shown.done = done
  }
}

/** A running shop makes the backup itself, and a service can have a `/tmp` of its own, which goes with it. (systemd.exec(5)) */
function describeOutOfSight({ path }: BackupSummary): string {
  return `${path} was made by the running shop in a place that only its own process sees: back up into another folder.`
}

function describeBackup({ path, items, photoFiles, bytes, newBytes, missingPhotos }: BackupSummary): string {
  const text =
    `Backed up to ${path}: ${items} pieces and ${photoFiles} photo files, ${toMegabytes(bytes)} MB, ` +
    `of which ${toMegabytes(newBytes)} MB are new.`
  if (missingPhotos === 0) return text
  return `${text}\nThe shop itself does not have ${missingPhotos} of the photos that its pieces use, or not all files of them.`
}

/** Checks every complete backup in a folder, or one. */
export const backupCheck: Command = {
  needsNoShop: true,
  argument: 'FOLDER',
  summary: 'check each backup in a folder, or one backup: every file, both databases, and the photos of every piece',
  async run(_config, argument) {
    const folder = resolveUserPath(argument)
    giveUpRoot(folder)
    const checked = await checkBackups(folder)
    const { incomplete } = await listBackups(folder)
    const damaged = checked.filter(({ problems }) => problems.length > 0)
    const good = [
      ...checked.filter(({ problems }) => problems.length === 0).map(describeCheck),
      ...incomplete.map((name) => `${join(folder, name)} is incomplete: it is being made, or was interrupted.`),
    ]
    if (damaged.length > 0) throw new RefusedError([...good, ...damaged.map(describeDamage)].join('\n'))
    return good.join('\n')
  },
}

function describeCheck({ path, items, photoFiles, bytes, missingPhotos }: CheckedBackup): string {
  const without =
    missingPhotos === 0 ? '' : `, without ${missingPhotos} photos, or files of them, that the shop did not have`
  return `${path} is complete: ${items} pieces, ${photoFiles} photo files, ${toMegabytes(bytes)} MB${without}.`
}

/** One line, with the first problem. */
function describeDamage({ problems: [first = '', ...others] }: Pick<CheckedBackup, 'problems'>): string {
  return others.length === 0
    ? first
    : `${first} (${others.length} more ${others.length === 1 ? 'problem' : 'problems'}.)`
}

/** Restores the newest backup of a folder, or the one that is named. */
export const restore: Command = {
  argument: 'FOLDER',
  summary: 'restore the newest backup in a folder, or one backup, into an empty data folder',
  async run(config, argument) {
    requireDataFolder(config)
    const { dataDir, photos, identity } = config
    let progress: Progress | undefined
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
        const { openLockedAccounts } = await import('./services.ts')
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
