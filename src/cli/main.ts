import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { describeDiskFailure } from '@stockinette/sqlite/disk-failure.ts'

import { commandName, isRelease } from '../command-name.ts'
import { readConfig, type Config } from '../config/config.ts'
import { escapeControls } from '../domain/clean-text.ts'
import { describeError } from '../messages/describe-error.ts'
import { shopVersion } from '../process/version.ts'
import { accountDisable, accountEnable, keysRotate, revoke, token } from './accounts.ts'
import { backup, backupCheck, restore } from './backup.ts'
import { RefusedError, type Command } from './command.ts'
import { useDataFolder } from './data-folder-user.ts'
import { doctor } from './doctor.ts'
import { ownerAdd, ownerList, ownerRemove, ownerReset } from './owner.ts'
import { clearBar } from './progress.ts'
import { install, uninstall } from './release/install.ts'
import { upgrade } from './release/upgrade.ts'
import { readSettingsFile, unitSettingsFile } from './settings-file.ts'
import { status } from './status.ts'
import { exportItems, importItems } from './transfer-items.ts'
import { findHelp, refuseUnknown, usage, usageOf, type Commands } from './usage.ts'
import { wordsExport, wordsImport } from './words.ts'

// The command line for the owner, with the same settings as the shop: `npm run shop -- COMMAND …`.

const commands: Commands = {
  status,
  'owner add': ownerAdd,
  'owner list': ownerList,
  'owner reset': ownerReset,
  'owner remove': ownerRemove,
  revoke,
  'account disable': accountDisable,
  'account enable': accountEnable,
  'keys rotate': keysRotate,
  token,
  export: exportItems,
  import: importItems,
  'words export': wordsExport,
  'words import': wordsImport,
  backup,
  'backup check': backupCheck,
  restore,
  doctor,
  ...(isRelease && { install, upgrade, uninstall }),
}

/** Options of every command. */
const commonOptions = { env: { type: 'string' } } as const

/** Where the settings of a command are. */
interface Settings {
  readonly variables: Readonly<NodeJS.ProcessEnv>
  /** The file that is read unless another one is named. */
  readonly usualSettings: string
}

/** @returns the output. @throws Error whose message is for people. */
async function run(words: readonly string[], { variables, usualSettings }: Settings): Promise<string> {
  const length = Object.hasOwn(commands, words.slice(0, 2).join(' ')) ? 2 : 1
  const name = words.slice(0, length).join(' ')
  const rest = words.slice(length)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (words.length === 0) throw new Error(usage(commands))
  if (words.includes('--version')) return shopVersion
  const help = findHelp(commands, words)
  if (help !== undefined) return help
  if (command === undefined) refuseUnknown(commands, words)
  const options = { ...command.options, ...commonOptions }
  const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
  // An empty argument is that of a script whose variable is not set: as a path, it would be the present folder.
  if (positionals.length !== (command.argument === undefined ? 0 : 1) || positionals.includes('')) {
    throw new Error(`Usage: ${commandName} ${usageOf(commands, name)}`)
  }
  const config = readShopConfig(command, values.env, { variables, usualSettings })
  return command.run(config, positionals[0] ?? '', values)
}

/** The configuration of the shop. From here on, this process is the user of its data folder. */
function readShopConfig({ needsNoShop = false }: Command, file: string | undefined, settings: Settings): Config {
  const { environment, unreadable } = readSettingsFile(settings.variables, file, settings.usualSettings)
  Object.assign(process.env, environment) // Google's libraries read variables of their own.
  const config = readConfig(environment)
  if (needsNoShop || config.cloud !== undefined) return config
  if (unreadable !== undefined && !existsSync(config.dataDir)) {
    throw new RefusedError(
      `There is no shop in ${config.dataDir}, and this user may not read ${unreadable}: run the command with sudo.`,
    )
  }
  useDataFolder(config.dataDir)
  return config
}

/** Runs a command. @returns its exit code, and what it prints at its end. */
export async function execute(words: readonly string[], settings: Settings) {
  try {
    return { code: 0, stdout: `${escapeControls(await run(words, settings))}\n`, stderr: '' }
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${clearBar(process.stderr)}${escapeControls(describeError(error))}\n` }
  }
}

/** @returns why standard output, such as a file on a full disk, does not have the text; `undefined` if it has. */
async function writeOutput(text: string): Promise<string | undefined> {
  const { stdout } = process
  stdout.once('error', () => {}) // The callback has it, too.
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null | undefined>()
  stdout.write(text, resolve)
  const error = await promise
  const isWritten = !error || error.code === 'EPIPE' // As by `head`, which has read enough.
  return isWritten ? undefined : `The output cannot be written: ${describeDiskFailure(error)}.`
}

/** Runs the command of this process, and ends it. @param usualSettings see {@link Settings}. */
export async function main(words: readonly string[], usualSettings: string): Promise<never> {
  process.stderr.on('error', () => {}) // A command whose progress cannot be written, such as to a full disk, goes on.
  const { code, stdout, stderr } = await execute(words, { variables: process.env, usualSettings })
  const failure = await writeOutput(stdout)
  process.stderr.write(failure === undefined ? stderr : `${stderr}${failure}\n`)
  if (failure !== undefined) process.exitCode = 1
  process.exitCode ??= code
  // Do not wait for open handles of libraries, such as a request without a response.
  process.exit()
}

if (import.meta.main) await main(process.argv.slice(2), unitSettingsFile)
