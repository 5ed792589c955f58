import { embeddedApiKey as apiKey } from '@stockinette/identity'
import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import type { Backend } from './backend.ts'
import { createBackupPing } from './backup/backup-ping.ts'
import { createBackups, withCheck } from './backup/backups.ts'
import { notBackedUp } from './backup/daily/backup-status.ts'
import { startBackupJob, type DailyBackupOptions } from './backup/daily/daily-backup.ts'
import { recordIdentity } from './backup/file-identity.ts'
import { refuseTornCopy } from './backup/torn-copy.ts'
import { startPurgeJob } from './catalogue/purge-job.ts'
import { openShopDatabase } from './catalogue/sqlite/shop-database.ts'
import { SqliteStore } from './catalogue/sqlite/sqlite-store.ts'
import type { Config } from './config/config.ts'
import { embeddedProjectId as projectId, findIdentityWarnings } from './config/identity-config.ts'
import { managePath } from './domain/page-paths.ts'
import { startEnds } from './ends.ts'
import type { Log } from './log.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createAccess } from './owners/access.ts'
import { openEmbeddedIdentity } from './owners/embedded/identity.ts'
import { createFirstClaim } from './owners/first-claim.ts'
import { createNoticeMail } from './owners/notices/notice-mail.ts'
import { createPermissions } from './owners/permissions.ts'
import { warnOfMissing } from './owners/start-warnings.ts'
import { openPhotos } from './photos/photos.ts'
import { createClockCheck, openClockRecord, warnOfSetBack } from './process/clock-check.ts'
import { watchStorage } from './process/storage-health.ts'
import { createCurrentSettings } from './shop-settings/current-settings.ts'
import { withSettingsPhotos } from './shop-settings/settings-photos.ts'
import { createSqliteSettings } from './shop-settings/sqlite-settings.ts'

const embeddedIdentity = { apiKey, projectId, authDomain: null, emulatorOrigin: null, isEmbedded: true }

/**
 * Stores everything in the data folder on this machine.
 *
 * @throws StartError when the folder is not usable, or stored settings cannot be read.
 */
export async function openEmbedded(config: Config, log: Log): Promise<Backend> {
  await using opened = new AsyncDisposableStack()
  const close = (resource: { close(): void | Promise<void> }) => resource.close()
  const folder = opened.adopt(openDataFolder(config.dataDir), close)
  const clockRecord = openClockRecord(folder.path)
  refuseTornCopy({ dataDir: folder.path, hasPhotos: config.photos.bucket === undefined, log })
  warnOfSetBack(clockRecord.lastSeen, log)
  const distrustClock = createClockCheck(clockRecord)
  const { origin, seeds } = config.shop
  const allowsAnyHost = origin === undefined
  const settings = { ...config.identity, isRateLimited: config.http.rateLimits }
  const database = openShopDatabase(folder, log)
  const store = opened.adopt(new SqliteStore({ folder, log, database }), close)
  const shopSettings = opened.use(createCurrentSettings(createSqliteSettings({ database, seeds, log })))
  const isOwner = async (address: string) => (await accounts.owners.list()).some(({ email }) => email === address)
  const mailing = { shopName: () => shopSettings.now().name, isOwner, isPreview: allowsAnyHost, log }
  const mailer = createMailer({ ...config.mail, ...mailing })
  const mails = { mailer, mailNotice: mailer && mailNotices(mailer, config, log) }
  const identityOptions = { database, dataDir: folder.path, projectId, log, settings, distrustClock, allowsAnyHost }
  const accounts = await openEmbeddedIdentity({ ...identityOptions, ...mails, isTestMode: config.identity.isEmulator })
  const { identity, owners, claiming, contributors, notices, notify } = accounts
  opened.adopt(identity, close)
  opened.defer(() => mailer?.close())
  const withPhotos = withSettingsPhotos(store, shopSettings.store)
  const photosOptions = { dataDir: folder.path, ...config.photos, store: withPhotos, distrustClock, log }
  const photos = opened.adopt(await openPhotos(photosOptions), close)
  opened.use(startPurgeJob({ store, distrustClock, log }))
  opened.use(startEnds({ store, settings: shopSettings.store, distrustClock, log }))
  const backups = openBackups(opened, config, { distrustClock, log })
  const probes = [() => store.tryWrite(), async () => identity.tryWrite(), () => photos.tryWrite()]
  const health = opened.use(watchStorage({ probes, log }))
  for (const warning of findIdentityWarnings(config)) log.warn(warning)
  await warnOfMissing({ origin, settings: shopSettings.now(), owners, log })
  recordIdentity(folder.path, log)
  const whoMayAdd = async () => (await shopSettings.known()).whoMayAdd
  const firstClaim = createFirstClaim({ owners, claiming, log, hasOtherProcesses: false })
  const running = { backupDir: config.backup?.folder, claimLink: firstClaim.link }
  const commands = { items: store, settings: shopSettings.store }
  const all = opened.move()
  return {
    store,
    search: store.search,
    identity,
    access: createAccess({ keySet: identity.keySet, sessions: identity.openSessions, projectId }),
    photos,
    settings: shopSettings,
    notices,
    notify,
    permissions: createPermissions({ owners, whoMayAdd, isPreview: allowsAnyHost }),
    firstClaim,
    recordContributor: (uid) => contributors.note(uid),
    endSessions: (visitor, client) => identity.endSessions(visitor.uid, client, visitor),
    publicIdentity: { ...embeddedIdentity, providers: config.identity.providers, sendsMail: mailer !== undefined },
    backupStatus: backups.status,
    trouble: () => health.trouble(),
    admin: { ...commands, administration: identity.administration, claiming, backups: backups.byHand, running },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function mailNotices(mailer: Mailer, { shop, http }: Config, log: Log) {
  const link = `${shop.origin ?? `http://localhost:${http.port}`}${managePath}`
  return createNoticeMail({ mailer, link, limits: createRateLimits({ enabled: http.rateLimits }), log })
}

/** The shop's own backups, and those that a command asks for. Each good one is reported to `SHOP_BACKUP_PING`. */
function openBackups(
  opened: AsyncDisposableStack,
  { backup, dataDir, photos }: Config,
  options: Pick<DailyBackupOptions, 'distrustClock' | 'log'>,
) {
  const ping = backup?.ping && opened.use(createBackupPing({ url: backup.ping, log: options.log }))
  const backups = withCheck(createBackups({ dataDir, bucket: photos.bucket }), () => ping?.send())
  const job = backup && opened.use(startBackupJob({ ...options, ...backup, backups }))
  return { byHand: backups, status: () => job?.status() ?? notBackedUp }
}
