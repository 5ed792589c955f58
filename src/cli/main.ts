import { parseArgs } from 'node:util'

import { readConfig } from '../config/config.ts'
import { describeError } from '../messages/describe-error.ts'
import { accountDisable, accountEnable, keysRotate, revoke, token } from './accounts.ts'
import { backup, backupCheck } from './backup.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { exportItems } from './export-items.ts'
import { importItems } from './import-items.ts'
import { ownerAdd, ownerList, ownerRemove, ownerReset } from './owner.ts'
import { clearBar } from './progress.ts'
import { restore } from './restore.ts'

// The command line for the owner, with the same settings as the shop: `npm run shop -- COMMAND …`.

const commands: Readonly<Record<string, Command>> = {
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
  backup,
  'backup check': backupCheck,
  restore,
  doctor,
}

const settings = `Commands need the shop's own settings, above all SHOP_DATA_DIR, and run as its user. For example:

    SHOP_DATA_DIR=/var/lib/stockinette SHOP_ORIGIN=https://shop.example \\
    npm run shop -- owner add you@example.com

docs/configuration.md has all settings.`

/** @param names of the commands to explain. */
function usage(names = Object.keys(commands)): string {
  const lines = names.map((name) => `  ${usageOf(name)}\n      ${commands[name]?.summary}`)
  return ['Usage: npm run shop -- COMMAND', '', ...lines, '', settings].join('\n')
}

function usageOf(name: string): string {
  const { argument, optionsUsage } = commands[name] ?? {}
  return [name, argument, optionsUsage].filter(Boolean).join(' ')
}

const helpOptions: ReadonlySet<string> = new Set(['--help', '-h'])

/** The usage of the commands that start with the same word, or of all. */
function refuseUnknown([first = '', second = '']: readonly string[]): never {
  const similar = Object.keys(commands).filter((name) => name.startsWith(`${first} `))
  if (similar.length === 0) throw new Error(`Unknown command: ${first}\n\n${usage()}`)
  const refusal = second === '' ? `Incomplete command: ${first}` : `Unknown command: ${first} ${second}`
  throw new Error(`${refusal}\n\n${usage(similar)}`)
}

/** @returns the output. @throws Error whose message is for people. */
async function run(words: readonly string[]): Promise<string> {
  const length = Object.hasOwn(commands, words.slice(0, 2).join(' ')) ? 2 : 1
  const [name, rest] = [words.slice(0, length).join(' '), words.slice(length)]
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (name === 'help' || helpOptions.has(name)) return usage()
  if (words.length === 0) throw new Error(usage())
  if (command === undefined) refuseUnknown(words)
  if (rest.some((word) => helpOptions.has(word))) return usage([name])
  const { options = {}, argument } = command
  const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
  if (positionals.length !== (argument === undefined ? 0 : 1)) {
    throw new Error(`Usage: npm run shop -- ${usageOf(name)}`)
  }
  return command.run(readConfig(process.env), positionals[0] ?? '', values)
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${clearBar(process.stderr)}${describeError(error)}\n`)
  process.exitCode = 1
}
// Do not wait for open handles of libraries, such as a request without a response.
process.exit()
