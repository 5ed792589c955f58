import {
  copyFileSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { renameDurably, syncFolder } from '@stockinette/sqlite/files.ts'

import { isRelease } from '../../command-name.ts'
import { RefusedError } from '../command.ts'
import { unitSettingsFile } from '../settings-file.ts'

/** The user that the shop runs as. */
export const user = 'stockinette'

/** Where the parts of an installed release are. Those of the program belong to root. */
export const places = {
  /** Has a folder for each version, such as `stockinette-0.1.0-linux-x64`. */
  programs: '/srv/stockinette',
  /** The link to the version that runs. */
  current: '/srv/stockinette/current',
  /** What an upgrade changes, while it is unfinished. */
  journal: '/srv/stockinette/upgrade-unfinished.json',
  /** Has a version while it is unpacked. */
  unpacking: '/srv/stockinette/unpacking',
  command: '/usr/local/bin/stockinette',
  unit: '/etc/systemd/system/stockinette.service',
  settings: unitSettingsFile,
  /** Folders of the user; the unit names them, too. */
  data: '/var/lib/stockinette',
  backups: '/var/backups/stockinette',
  cache: '/var/cache/stockinette',
} as const

/** The folder of the program that runs this; a real path. */
export const ownFolder = dirname(dirname(dirname(import.meta.dirname)))

/** @throws RefusedError unless this is a release that root runs, or anybody if nothing is changed. */
export function requireRelease(isDry = false): void {
  if (!isRelease)
    throw new RefusedError('This command is for releases: a checkout is upgraded with git, see docs/deploy.md.')
  if (!isDry && process.geteuid?.() !== 0) throw new RefusedError('Only root can do this: run the command with sudo.')
}

/** The version of a folder such as `stockinette-0.1.0-linux-x64`; `undefined` for another name or platform. */
export function versionIn(name: string): string | undefined {
  const parts = /^stockinette-(\d+\.\d+\.\d+)-(linux-\w+)$/.exec(name)
  return parts?.[2] === `linux-${process.arch}` ? parts[1] : undefined
}

/** The name of the folder of the version that is installed; `undefined` if none is. */
export function findCurrent(): string | undefined {
  return isLink(places.current) ? basename(readlinkSync(places.current)) : undefined
}

export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Makes or replaces a link: whatever happens, it is the old one or the new one. It is durable when this returns. */
export function putLink(path: string, target: string): void {
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  symlinkSync(target, draft)
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** The unit of a version, in its folder. */
export function unitOf(folder: string): string {
  return join(places.programs, folder, 'deploy/stockinette.service')
}

/** Whether the unit is that of a version. */
export function isUnitOf(folder: string): boolean {
  const files = [places.unit, unitOf(folder)]
  if (!files.every((file) => existsSync(file))) return false
  const [installed, own] = files.map((file) => readFileSync(file, 'utf8'))
  return installed === own
}

/** Whether the unit may be replaced: one that is of no version here has been changed by an administrator. */
export function mayPutUnit(): boolean {
  if (!existsSync(places.unit)) return true
  return readdirSync(places.programs).some((name) => versionIn(name) !== undefined && isUnitOf(name))
}

/** Makes the unit that of a version, if it may: whatever happens, it is the old one or the new one. @returns whether it is now the version's. */
export function putUnit(folder: string): boolean {
  if (!mayPutUnit()) return false
  const draft = `${places.unit}.new`
  copyFileSync(unitOf(folder), draft)
  renameDurably(draft, places.unit)
  return true
}
