import { join } from 'node:path'

import { openReadOnly } from '@stockinette/sqlite/database.ts'
import { readDiskSpace } from '@stockinette/sqlite/disk-space.ts'

import { BackupError } from '../backup/backup-error.ts'
import { listBackups, newestOf, toBackupTime } from '../backup/backup-folder.ts'
import { countItems, type ItemCounts } from '../catalogue/sqlite/count-items.ts'
import { itemsFile, migrations } from '../catalogue/sqlite/shop-database.ts'
import type { Config } from '../config/config.ts'
import { shopVersion, versionDate } from '../process/version.ts'
import type { Command } from './command.ts'
import { listOwners } from './owner.ts'
import { requireShop } from './send-command.ts'
import type { RunningShop } from './socket/admin-api.ts'
import { sendToRunningShop } from './socket/admin-client.ts'
import { describeLocation, openSource } from './stores/stores.ts'

/** What is known of a shop; `--json` prints it. */
interface Status {
  readonly version: string
  /** The day of its commit, such as `2026-11-24`; only of a release. */
  readonly versionDate?: string | undefined
  readonly isRunning: boolean
  /** The public address, or of a preview environment the one on this machine; `null` if that is not known. */
  readonly address: string | null
  readonly owners: readonly string[]
  /** Makes somebody the first owner. */
  readonly claimLink?: string
  readonly pieces: ItemCounts
  /** `problem`: why the folder cannot be read. */
  readonly backup: { readonly folder: string | null; readonly last: string | null; readonly problem?: string }
  readonly dataDir: string
  readonly freeBytes: number
}

/** Looks at the shop, running or not, and changes nothing. */
export const status: Command = {
  summary: 'show version, address, owners, pieces, last backup and free disk space',
  options: { json: { type: 'boolean' } },
  async run(config, _, { json }) {
    if (config.cloud !== undefined) return describeCloud(config, json === true)
    const found = await readStatus(config)
    return json === true ? JSON.stringify(found) : describe(found)
  },
}

async function readStatus(config: Config): Promise<Status> {
  const { dataDir } = config
  requireShop(dataDir)
  const running = await sendToRunningShop<RunningShop>(dataDir, { command: 'status', input: {} })
  const backupDir = running ? running.backupDir : (config.backup?.folder ?? null)
  return {
    version: running?.version ?? shopVersion,
    versionDate: running ? running.versionDate : versionDate,
    isRunning: running !== undefined,
    address: running?.address ?? config.shop.origin ?? null,
    ...(running?.claimLink && { claimLink: running.claimLink }),
    ...readDatabase(dataDir),
    backup: { folder: backupDir, ...(await findLastBackup(backupDir)) },
    dataDir,
    freeBytes: (await readDiskSpace(dataDir)).free,
  }
}

/** Whether a shop runs on the folder or not. @throws StartError */
function readDatabase(dataDir: string): Pick<Status, 'owners' | 'pieces'> {
  using database = openReadOnly(join(dataDir, itemsFile), migrations.length)
  const owners = database.prepare('SELECT email FROM owner WHERE removed_at IS NULL AND since > 0 ORDER BY since').all()
  return { owners: owners.map(({ email }) => String(email)), pieces: countItems(database) }
}

async function findLastBackup(folder: string | null): Promise<Omit<Status['backup'], 'folder'>> {
  if (folder === null) return { last: null }
  try {
    const name = newestOf((await listBackups(folder)).complete) ?? ''
    return { last: toBackupTime(name)?.toISOString() ?? null }
  } catch (error) {
    if (error instanceof BackupError) return { last: null, problem: error.message }
    throw error
  }
}

function describe({ version, address, owners, claimLink, pieces, backup, dataDir, ...found }: Status): string {
  const gigabytes = (found.freeBytes / 1e9).toFixed(1)
  const running = found.isRunning ? 'it is running' : 'it is not running'
  const date = found.versionDate === undefined ? '' : ` of ${found.versionDate}`
  const unowned = claimLink ? `none; make the shop yours at ${claimLink}` : 'none; add one with owner add EMAIL'
  return toLines({
    Version: `${version}${date}; ${running}`,
    Address: address ?? 'on this machine only: SHOP_ORIGIN is not set',
    Owners: owners.join(', ') || unowned,
    Pieces: `${pieces.visible} visible, of which ${pieces.sold} are sold; ${pieces.hidden} hidden; ${pieces.removed} removed`,
    Backup: describeBackup(backup),
    Disk: `${gigabytes} GB free for ${dataDir}`,
  })
}

function describeBackup({ folder, last, problem }: Status['backup']): string {
  if (problem !== undefined) return problem
  if (folder === null) return 'none: SHOP_BACKUP_DIR is not set'
  return last === null ? `none yet in ${folder}` : `the last began at ${last}, in ${folder}`
}

function toLines(parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts)
    .map(([name, text]) => `${`${name}:`.padEnd(9)}${text}`)
    .join('\n')
}

/** Each of the shop's processes knows of itself only, so whether any runs is not known. */
async function describeCloud(config: Config, isJson: boolean): Promise<string> {
  const source = await openSource(config)
  const [pieces, owners] = await Promise.all([source.count(), listOwners(config)])
  const emails = owners.map(({ email }) => email)
  const address = config.shop.origin ?? null
  if (isJson) return JSON.stringify({ version: shopVersion, address, owners: emails, pieces })
  return toLines({
    Version: `${shopVersion} of this command, for ${describeLocation(config)}; /healthz of each process says whether it is ready`,
    Address: address ?? 'SHOP_ORIGIN is not set',
    Owners: emails.join(', ') || 'none; each process has written a link to its log that makes the shop yours',
    Pieces: `${pieces}, in any state`,
    Backup: 'by Firestore, see docs/deploy.md',
  })
}
