import { commandName, isRelease } from '../command-name.ts'
import type { Command } from './command.ts'
import { unitSettingsFile } from './settings-file.ts'

export type Commands = Readonly<Record<string, Command>>

/** Not a command of this program: scripts/release/stockinette.sh starts the shop. */
const start = isRelease ? `${commandName} start starts the shop, with settings from the environment alone.\n\n` : ''

const notes = `${start}Every command takes --help, and --env FILE for the shop's settings; otherwise it reads ${unitSettingsFile} if there
is one. Variables that are set already win. A command that is run by root continues as the user who owns the data folder.
For example:

    sudo ${commandName} owner add you@example.com
    SHOP_DATA_DIR=/srv/shop ${commandName} status

docs/configuration.md has all settings.`

/** @param names of the commands to explain. */
export function usage(commands: Commands, names: readonly string[] = Object.keys(commands)): string {
  const lines = names.map((name) => `  ${usageOf(commands, name)}\n      ${commands[name]?.summary}`)
  return [`Usage: ${commandName} COMMAND`, '', ...lines, '', notes].join('\n')
}

export function usageOf(commands: Commands, name: string): string {
  const { argument, options = {}, optionsUsage } = commands[name] ?? {}
  const flags = Object.keys(options).map((option) => `[--${option}]`)
  return [name, argument, ...(optionsUsage === undefined ? flags : [optionsUsage])].filter(Boolean).join(' ')
}

const helpOptions: ReadonlySet<string> = new Set(['help', '--help', '-h'])

/**
 * The help that is asked for: of all commands, of those that start with a word (`owner --help`), or of one. `undefined` if
 * none is.
 */
export function findHelp(commands: Commands, words: readonly string[]): string | undefined {
  const isOption = (word: string, index: number) => helpOptions.has(word) && (word !== 'help' || index === 0)
  if (!words.some(isOption)) return undefined
  const topic = words.filter((word, index) => !isOption(word, index) && !word.startsWith('-'))
  const [first = '', second = ''] = topic
  const names = Object.keys(commands)
  const named = names.filter((name) => name === first || name === `${first} ${second}`)
  const similar = names.filter((name) => name === first || name.startsWith(`${first} `))
  if (second !== '' && named.length > 0) return usage(commands, named)
  return usage(commands, similar.length > 0 ? similar : names)
}

/** @throws Error with the usage of the commands that start with the same word, or of all. */
export function refuseUnknown(commands: Commands, [first = '', second = '']: readonly string[]): never {
  const similar = Object.keys(commands).filter((name) => name.startsWith(`${first} `))
  if (similar.length === 0) throw new Error(`Unknown command: ${first}\n\n${usage(commands)}`)
  const refusal = second === '' ? `Incomplete command: ${first}` : `Unknown command: ${first} ${second}`
  throw new Error(`${refusal}\n\n${usage(commands, similar)}`)
}
