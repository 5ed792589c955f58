import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { openDataFolder } from '@stockinette/sqlite/data-folder.ts'

import { listBackups, newestOf } from '../../backup/backup-folder.ts'
import { itemsFile } from '../../catalogue/sqlite/shop-database.ts'
import type { Config } from '../../config/config.ts'
import { requireDataFolder } from '../backup.ts'
import { RefusedError, type Command } from '../command.ts'
import { shopNotFound } from '../send-command.ts'
import type { RunningShop, WaitingShop } from '../socket/admin-api.ts'
import { sendToRunningShop } from '../socket/admin-client.ts'
import { mayBeUndone } from '../socket/upgrade-marker.ts'
import { resolveUserPath } from '../stores/files.ts'
import { findCurrent, places, requireRelease, unitOf, versionIn } from './layout.ts'
import { runProgram, service } from './service.ts'
import { beginUpgrade, undoUpgrade } from './unfinished-upgrade.ts'

/**
 * Changes to the version of an archive. Until that has migrated the data and is healthy it opens to nobody, and is undone if it
 * fails. Once it is open, it is not: people may have stored something.
 */
export const upgrade: Command = {
  needsNoShop: true,
  argument: 'ARCHIVE',
  summary: 'change to the version of an archive, or back by itself if that does not start; makes a backup before',
  async run(config, argument) {
    requireRelease()
    requireDataFolder(config)
    if (!existsSync(config.dataDir)) throw shopNotFound(config.dataDir)
    using _ = lockPrograms()
    reportUndone()
    const from = findCurrent()
    if (from === undefined) throw new RefusedError(`No release is installed in ${places.programs}.`)
    const archive = resolveUserPath(argument)
    requireDigest(archive)
    const to = nameIn(archive)
    if (to === from) {
      requireSameBuild(archive, to)
      return `${to} is installed already.`
    }
    await requireNewer(from, to, config)
    const backup = await makeBackup(from, config)
    unpack(archive, to)
    await change({ dataDir: config.dataDir, from, to }, backup)
    return `The shop runs ${to}. ${backup} ${join(places.programs, from)} is not needed any longer.`
  },
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** @throws RefusedError while another upgrade runs. */
function lockPrograms(): Disposable {
  try {
    const folder = openDataFolder(places.programs)
    return { [Symbol.dispose]: () => folder.close() }
  } catch (cause) {
    throw new RefusedError(`Another upgrade is running, or ${places.programs} cannot be used.`, { cause })
  }
}

function reportUndone(): void {
  const undone = undoUpgrade()
  if (undone !== undefined) say(`The upgrade to ${undone.to} was interrupted, and has been undone.`)
}

/** @throws RefusedError unless the archive has the digest of the file next to it. */
function requireDigest(archive: string): void {
  const file = `${archive}.sha256`
  if (!existsSync(archive)) throw new RefusedError(`There is no ${archive}.`)
  if (!existsSync(file)) throw new RefusedError(`The file with its digest is missing: ${file}.`)
  const [expected] = readFileSync(file, 'utf8').split(' ')
  const digest = hash('sha256', readFileSync(archive))
  if (digest !== expected) throw new RefusedError(`${archive} is damaged: it does not have the digest of ${file}.`)
}

/** The name of the only folder in an archive. @throws RefusedError if it is no release for this machine. */
function nameIn(archive: string): string {
  const options = { encoding: 'utf8', maxBuffer: 50_000_000 } as const
  const paths = execFileSync('tar', ['--list', '--file', archive], options).trim().split('\n')
  const [name = '', ...others] = new Set(paths.map((path) => path.split('/')[0] ?? ''))
  if (others.length === 0 && versionIn(name) !== undefined) return name
  throw new RefusedError(`${archive} is no release of the shop for this machine.`)
}

/** @throws RefusedError unless an archive is of the commit that is installed: its `package.json` names it. */
function requireSameBuild(archive: string, name: string): void {
  const options = ['--extract', '--to-stdout', '--file', archive, `${name}/package.json`]
  const offered = execFileSync('tar', options, { encoding: 'utf8' })
  if (offered === readFileSync(join(places.programs, name, 'package.json'), 'utf8')) return
  throw new RefusedError(
    `${archive} has the version that is installed, ${versionIn(name)}, but is made from another commit: raise "version" in ` +
      'package.json, commit that, and make the archive again.',
  )
}

async function requireNewer(from: string, to: string, config: Config): Promise<void> {
  const [old = '', next = ''] = [from, to].map((name) => versionIn(name))
  if (old.localeCompare(next, 'en', { numeric: true }) < 0) return
  throw new RefusedError(
    `${next} is older than ${old}, which may have stored what it does not know. To go back, restore a backup: see 'Go back' in ` +
      `docs/deploy.md. ${await nameBackup(config)}`,
  )
}

async function nameBackup({ backup }: Config): Promise<string> {
  const newest = backup && newestOf((await listBackups(backup.folder)).complete)
  return newest === undefined ? 'There is no backup.' : `The newest backup is ${join(backup?.folder ?? '', newest)}.`
}

/** @returns where it is. @throws RefusedError with why it failed. */
async function makeBackup(from: string, config: Config): Promise<string> {
  if (config.backup === undefined) return 'There is no backup, because SHOP_BACKUP_DIR is not set.'
  const isNew = !existsSync(join(config.dataDir, itemsFile))
  if (isNew) return 'There was nothing to back up.'
  say('Backing up …')
  // A shop that starts locks its data folder before it answers. One that does not run leaves it to the backup.
  await attempt(() => untilOpen(config.dataDir))
  runProgram(join(places.programs, from, 'stockinette'), 'backup', config.backup.folder)
  return nameBackup(config)
}

/** Next to the other versions; all of it is on the disk then, or nothing. */
function unpack(archive: string, name: string): void {
  say(`Unpacking ${name} …`)
  const draft = places.unpacking
  rmSync(draft, { recursive: true, force: true })
  try {
    runProgram('mkdir', draft)
    runProgram('tar', '--extract', '--no-same-owner', '--file', archive, '--directory', draft)
    runProgram('sync', '--file-system', draft)
    rmSync(join(places.programs, name), { recursive: true, force: true })
    renameSync(join(draft, name), join(places.programs, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @throws RefusedError with why the new version was put back, or why it may not be. */
async function change(versions: Parameters<typeof beginUpgrade>[0], backup: string): Promise<void> {
  const { dataDir, from, to } = versions
  const startedAt = new Date()
  say(`Starting ${to} …`)
  const problem = await attempt(async () => {
    if (!beginUpgrade(versions))
      say(`${places.unit} has been changed, and stays as it is: compare it with ${unitOf(to)}.`)
    service.restart()
    await untilReady(dataDir, to)
    if (mayBeUndone(dataDir)) await sendToRunningShop(dataDir, { command: 'upgrade-open', input: {} })
    requireVersion(await untilOpen(dataDir), to)
    await removeCacheBefore(startedAt)
  })
  const unfinished = await attempt(async () => undoUpgrade())
  if (unfinished !== undefined) {
    const next = 'Correct that, and run the command again: it ends this first.'
    throw new RefusedError(
      `${to} did not start, and ${from} could not be put back: ${unfinished} ${next} ${why(problem, startedAt)}`,
    )
  }
  if (findCurrent() !== to) {
    throw new RefusedError(`${to} did not start, and ${from} is back with all data. ${why(problem, startedAt)}`)
  }
  if (problem === undefined) return
  throw new RefusedError(
    `${to} has been opened, so people may have stored something, and it stays. ${backup} ${why(problem, startedAt)}`,
  )
}

/**
 * Removes what versions before have left in the compile cache: paths are its keys. It belongs to the shop's user: `find` follows no
 * links, and what it cannot delete stops no upgrade.
 */
async function removeCacheBefore(start: Date): Promise<void> {
  const isOlder = ['!', '-type', 'd', '!', '-newermt', start.toISOString()]
  const problem = await attempt(async () => runProgram('find', places.cache, ...isOlder, '-delete'))
  if (problem !== undefined) say(problem)
}

async function attempt(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const why = (problem: string | undefined, since: Date) =>
  [`The reason: ${problem}`, service.lastWords(since)].join('\n').trim()

/** A migration of a large shop takes some seconds; a disk may be slow. */
const patienceMs = 600_000

/** Resolves when the shop waits to be opened, or has opened itself. @throws Error if it cannot serve, or is another version. */
async function untilReady(dataDir: string, to: string): Promise<void> {
  await untilAnswered(async () => {
    if (!mayBeUndone(dataDir)) return true
    const ready = { command: 'upgrade-ready', input: {} }
    const answer = await sendToRunningShop<WaitingShop>(dataDir, ready).catch(() => undefined)
    if (answer === undefined) return undefined
    requireVersion(answer, to)
    if (typeof answer.trouble === 'string') throw new Error(answer.trouble)
    return true
  })
}

/** @throws Error unless a shop is that of a version: its unit may start what an upgrade does not change. */
function requireVersion({ version }: Partial<Pick<RunningShop, 'version'>>, to: string): void {
  if (version === versionIn(to)) return
  const answer = version === undefined ? 'which does not say its version' : `which says that it is ${version}`
  throw new Error(`the unit starts another program, ${answer}: see systemctl cat stockinette.`)
}

function untilOpen(dataDir: string): Promise<RunningShop> {
  const status = { command: 'status', input: {} }
  return untilAnswered(() => sendToRunningShop<RunningShop>(dataDir, status).catch(() => undefined))
}

async function untilAnswered<T>(ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (!service.isActive()) throw new Error('it ended.')
    if (performance.now() > deadline) throw new Error('it did not answer in time.')
    await wait(200)
  }
}
