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
  token,
  revoke,
  'account disable': accountDisable,
  'account enable': accountEnable,
  'owner add': ownerAdd,
  'owner list': ownerList,
  'owner remove': ownerRemove,
  'owner reset': ownerReset,
  'keys rotate': keysRotate,
  doctor,
  export: exportItems,
  import: importItems,
  backup,
  'backup check': backupCheck,
  restore,
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${usageOf(name, command)}\n      ${command.summary}`,
  )
  const settings = 'Commands read the same settings as the shop, such as SHOP_DATA_DIR and PORT.'
  return ['Usage: npm run shop -- COMMAND', '', ...lines, '', settings].join('\n')
}

function usageOf(name: string, { argument, optionsUsage }: Command): string {
  return [name, argument, optionsUsage].filter(Boolean).join(' ')
}

/** Whether the first word is neither the start of a command nor a request for help. */
function isUnknown(first: string | undefined): boolean {
  if (first === undefined || ['help', '--help', '-h'].includes(first)) return false
  return !Object.keys(commands).some((name) => name.split(' ')[0] === first)
}

/** @returns the output. @throws Error whose message is for people. */
async function run(words: readonly string[]): Promise<string> {
  const length = Object.hasOwn(commands, words.slice(0, 2).join(' ')) ? 2 : 1
  const [name, rest] = [words.slice(0, length).join(' '), words.slice(length)]
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new Error(isUnknown(words[0]) ? `Unknown command: ${name}\n\n${usage()}` : usage())
  const { options = {}, argument } = command
  const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
  if (positionals.length !== (argument === undefined ? 0 : 1)) {
    throw new Error(`Usage: npm run shop -- ${usageOf(name, command)}`)
  }
  return command.run(readConfig(process.env), positionals[0] ?? '', values)
}

/** The message of an error, without the codes that the identity service has for its clients. */
function toMessage(error: unknown): string {
  const message = describeError(error)
  return message === 'INVALID_EMAIL' ? 'This is not an e-mail address.' : message.replace(/^USER_NOT_FOUND : /, '')
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${clearBar(process.stderr)}${toMessage(error)}\n`)
  process.exitCode = 1
}
// Do not wait for open handles of libraries, such as a request without a response.
process.exit()
