import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { openAnyVersionReadOnly } from '@stockinette/sqlite/database.ts'
import { writeDurably } from '@stockinette/sqlite/files.ts'
import { readVersion } from '@stockinette/sqlite/inspection.ts'
import { putBackUpgradeCopy } from '@stockinette/sqlite/upgrade-copy.ts'

import { databaseNames } from '../../backup/databases.ts'
import { identityRecord } from '../../backup/file-identity.ts'
import { mayBeUndone, upgradeMarker } from '../socket/upgrade-marker.ts'
import { places, putLink, putUnit } from './layout.ts'
import { service } from './service.ts'

/**
 * What an upgrade changes, written before it changes anything. It belongs to root, because root follows it; the shop's user
 * can only remove the marker in the data folder, which ends the upgrade.
 */
interface Upgrade {
  readonly dataDir: string
  /** The folders of the two versions. */
  readonly from: string
  readonly to: string
  /** How many migrations had run on each database; 0 for one that did not exist. */
  readonly databases: Readonly<Record<string, number>>
}

/** From here on, the upgrade is unfinished. @returns as {@link putUnit}. */
export function beginUpgrade(upgrade: Omit<Upgrade, 'databases'>): boolean {
  const { dataDir } = upgrade
  const databases = asOwnerOf(dataDir, () => {
    return Object.fromEntries(databaseNames.map((name) => [name, versionOf(join(dataDir, name))]))
  })
  writeDurably(places.journal, `${JSON.stringify({ ...upgrade, databases } satisfies Upgrade, undefined, 2)}\n`)
  asOwnerOf(dataDir, () => writeDurably(join(dataDir, upgradeMarker), ''))
  return switchProgram(upgrade.to)
}

/** Ends the upgrade that is unfinished, if any: undoes it, unless the shop has been opened since. @returns what was undone. */
export function undoUpgrade(): Upgrade | undefined {
  if (!existsSync(places.journal)) return undefined
  const upgrade = JSON.parse(readFileSync(places.journal, 'utf8')) as Upgrade
  const { dataDir, databases, from } = upgrade
  // While it runs, it may open by itself.
  if (mayBeUndone(dataDir)) service.stop()
  const mayUndo = mayBeUndone(dataDir)
  if (mayUndo) {
    // The databases first: until the link leads back, the newer version can open them, however many were put back.
    asOwnerOf(dataDir, () => {
      for (const [name, version] of Object.entries(databases)) putBackUpgradeCopy(join(dataDir, name), version)
      rmSync(join(dataDir, identityRecord), { force: true }) // Otherwise they would seem to be another shop's.
    })
    switchProgram(from)
    asOwnerOf(dataDir, () => rmSync(join(dataDir, upgradeMarker)))
    service.start()
  }
  rmSync(places.journal)
  return mayUndo ? upgrade : undefined
}

/** @returns as {@link putUnit}. */
function switchProgram(version: string): boolean {
  const isItsUnit = putUnit(version)
  putLink(places.current, version)
  service.readUnits()
  return isItsUnit
}

function versionOf(file: string): number {
  if (!existsSync(file)) return 0
  using database = openAnyVersionReadOnly(file)
  return readVersion(database)
}

/**
 * Root would follow links that the shop's user puts into the data folder, and leave files that the shop cannot write: so this
 * process is that user meanwhile.
 */
function asOwnerOf<T>(folder: string, work: () => T): T {
  const { uid, gid } = statSync(folder)
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}
