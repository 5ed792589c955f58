import { isRelease } from '../command-name.ts'
import type { Log } from '../log.ts'

// The person who starts the shop is told in words on a terminal, and otherwise in lines of the log, whatever its level.

/** What the person who started the shop should know. */
export interface OpenedShop {
  readonly name: string
  readonly url: string
  /** The absolute path of the folder with its data. */
  readonly dataDir: string
  /** Where it makes backups by itself; `undefined`: it makes none. */
  readonly backupDir: string | undefined
  /** A preview environment without pieces, on this machine. */
  readonly isEmptyPreview: boolean
}

/** Says that the shop is open. */
export function announceOpened(shop: OpenedShop, log: Log): void {
  const { url, dataDir, backupDir = null } = shop
  if (process.stdout.isTTY) process.stdout.write(`${describe(shop).join('\n')}\n`)
  else log.child({}, { level: 'info' }).info({ url, dataDir, backupDir, pid: process.pid }, 'the shop is open')
}

/** Says how to claim the shop. @param link makes the user who opens it the first owner. */
export function announceClaim(link: string, log: Log): void {
  if (process.stdout.isTTY) {
    process.stdout.write(`\nNobody has claimed this shop yet. To make it yours, open this link:\n\n    ${link}\n\n`)
  } else {
    log.child({}, { level: 'info' }).info({ claim: link }, 'nobody has claimed this shop: this link makes it yours')
  }
}

function describe({ name, url, dataDir, backupDir, isEmptyPreview }: OpenedShop): string[] {
  return [
    `${name} is open at ${url}`,
    `Its data is in ${dataDir}`,
    backupDir === undefined
      ? 'It makes no backups: set SHOP_BACKUP_DIR to a folder, best on another disk.'
      : `Its backups are in ${backupDir}`,
    ...(isEmptyPreview && !isRelease ? ['It has no pieces yet. To see it with some: npm run demo'] : []),
  ]
}
