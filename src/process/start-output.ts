import { isRelease } from '../command-name.ts'
import type { Log } from '../log.ts'

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

/** Says that the shop is open: in words on a terminal, and otherwise in lines of the log, whatever its level. */
export interface StartOutput {
  opened(shop: OpenedShop): void
  /** @param link makes the user who opens it the first owner. */
  unclaimed(link: string): void
}

export interface StartOutputOptions {
  readonly log: Log
  /** Whether a person reads standard output. */
  readonly isTerminal: boolean
  readonly write: (words: string) => void
}

export function createStartOutput({ log, isTerminal, write }: StartOutputOptions): StartOutput {
  const always = log.child({}, { level: 'info' })
  if (!isTerminal) {
    return {
      opened: ({ url, dataDir, backupDir }) =>
        always.info({ url, dataDir, backupDir: backupDir ?? null, pid: process.pid }, 'the shop is open'),
      unclaimed: (claim) => always.info({ claim }, 'nobody has claimed this shop: this link makes it yours'),
    }
  }
  return {
    opened: (shop) => write(describe(shop).join('\n') + '\n'),
    unclaimed: (link) =>
      write(`\nNobody has claimed this shop yet. To make it yours, open this link:\n\n    ${link}\n\n`),
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
