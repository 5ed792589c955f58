import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { RefusedError, type Command } from '../command.ts'
import {
  findCurrent,
  isLink,
  isUnitOf,
  mayPutUnit,
  ownFolder,
  places,
  putLink,
  putUnit,
  requireRelease,
  user,
  versionIn,
} from './layout.ts'
import { runProgram, service } from './service.ts'

/** A part of an installation. */
interface Step {
  /** What `run` does. */
  readonly what: string
  readonly isDone: () => boolean
  readonly run: () => void
}

const options = { 'dry-run': { type: 'boolean' } } as const

/** Makes everything that the unit needs and that is not there. */
export const install: Command = {
  needsNoShop: true,
  options,
  summary: `install this release on this machine: user, folders, unit, sample settings, links; safe to repeat`,
  async run(_config, _argument, { 'dry-run': isDry }) {
    requireRelease(isDry === true)
    requirePlace()
    requireStart()
    const done = runSteps(installation, isDry === true)
    if (isDry === true) return done
    return (
      `${done}\nSet SHOP_ORIGIN and the others in ${places.settings}, then start the shop: ` +
      'sudo systemctl enable --now stockinette'
    )
  },
}

/** Removes the program, and leaves what only the shop's owner may remove. */
export const uninstall: Command = {
  needsNoShop: true,
  options,
  summary: 'remove the program and its unit; data, backups, settings and the user stay',
  async run(_config, _argument, { 'dry-run': isDry }) {
    requireRelease(isDry === true)
    const done = runSteps(removal, isDry === true)
    const left = [places.data, places.backups, places.settings].filter((path) => existsSync(path))
    return `${done}\nThese stay, and so does the user ${user}: ${left.join(', ')}`
  },
}

/** @returns a line for each step: what was done, or would be. */
function runSteps(steps: readonly Step[], isDry: boolean): string {
  const lines = steps.map(({ what, isDone, run }) => {
    if (isDone()) return `Nothing to do: ${what}`
    if (!isDry) run()
    return `${isDry ? 'Would' : 'Did'}: ${what}`
  })
  return lines.join('\n')
}

/**
 * The program runs as root in commands: nobody else may change it.
 *
 * @throws RefusedError
 */
function requirePlace(): void {
  const isInPlace = existsSync(places.programs) && dirname(ownFolder) === realpathSync(places.programs)
  if (!isInPlace || versionIn(ownName) === undefined || statSync(ownFolder).uid !== 0) {
    throw new RefusedError(
      `This release is in ${ownFolder}. As root, unpack the archive in ${places.programs}, and run the command there.`,
    )
  }
  const current = findCurrent()
  if (current === undefined || current === ownName) return
  throw new RefusedError(`${current} is installed. To change to this release: stockinette upgrade ARCHIVE`)
}

/**
 * The unit may be that of a checkout, or changed.
 *
 * @throws RefusedError if it starts another program than the one that is installed.
 */
function requireStart(): void {
  const start = service.findStarts().at(-1)
  if (start === undefined || [`${places.current}/`, places.command].some((path) => start.includes(path))) return
  throw new RefusedError(
    `The unit starts another program: ${start}. Move its files away, which systemctl cat stockinette names, and run the command again.`,
  )
}

const nologin = '/usr/sbin/nologin'
const ownName = basename(ownFolder)
const hasUser = () => spawnSync('id', ['-u', user]).status === 0
const leadsTo = (path: string, target: string) => isLink(path) && readlinkSync(path) === target

/** A folder of the user alone. */
function folder(path: string): Step {
  return {
    what: `make ${path} for the user ${user}`,
    isDone: () => existsSync(path) && !isEmptyOfRoot(path),
    run: () => runProgram('install', '-d', '-o', user, '-g', user, '-m', '700', path),
  }
}

/** Such as the folder of a new disk. */
function isEmptyOfRoot(path: string): boolean {
  return statSync(path).uid === 0 && readdirSync(path).every((name) => name === 'lost+found')
}

function link(path: string, target: string): Step {
  return { what: `link ${path} to ${target}`, isDone: () => leadsTo(path, target), run: () => putLink(path, target) }
}

const installation: readonly Step[] = [
  {
    what: `add the user ${user}`,
    isDone: hasUser,
    run: () => runProgram('useradd', '--system', '--user-group', '--home-dir', places.data, '--shell', nologin, user),
  },
  folder(places.data),
  folder(places.backups),
  {
    what: `write sample settings to ${places.settings}, for root alone`,
    isDone: () => existsSync(places.settings),
    run: () => runProgram('install', '-m', '600', join(ownFolder, 'deploy/stockinette.env'), places.settings),
  },
  {
    what: `let everybody read ${places.programs}`,
    isDone: () => (statSync(places.programs).mode & 0o055) === 0o055,
    run: () => chmodSync(places.programs, 0o755),
  },
  link(places.current, ownName),
  link(places.command, join(places.current, 'stockinette')),
  {
    what: `write the unit ${places.unit}`,
    isDone: () => isUnitOf(ownName) || !mayPutUnit(),
    run() {
      putUnit(ownName)
      service.readUnits()
    },
  },
]

/** Next to the folders of versions: the link to one of them, and what upgrades lock and, if they were killed, leave. */
const otherNames: ReadonlySet<string> = new Set([
  'shop.lock',
  ...[places.current, places.journal, places.unpacking].map((path) => basename(path)),
])

/** Everything of ours in the folder of programs, drafts too; root may have put other things there. */
function findPrograms(): string[] {
  const names = existsSync(places.programs) ? readdirSync(places.programs) : []
  const isOther = (name: string) => otherNames.has(name.replace(/\.(?:new|unfinished)$/, ''))
  return names
    .filter((name) => versionIn(name) !== undefined || isOther(name))
    .map((name) => join(places.programs, name))
}

function remove(path: string): Step {
  return {
    what: `remove ${path}`,
    isDone: () => !existsSync(path) && !isLink(path),
    run: () => rmSync(path, { recursive: true }),
  }
}

const removal: readonly Step[] = [
  { what: 'stop the shop', isDone: () => !existsSync(places.unit), run: () => service.disable() },
  {
    what: `remove ${places.unit}`,
    isDone: () => !existsSync(places.unit),
    run() {
      for (const path of [places.unit, `${places.unit}.new`]) rmSync(path, { force: true })
      service.readUnits()
    },
  },
  remove(places.command),
  remove(places.cache),
  {
    what: `remove every version in ${places.programs}`,
    isDone: () => findPrograms().length === 0,
    run: () => findPrograms().forEach((path) => rmSync(path, { recursive: true })),
  },
]
