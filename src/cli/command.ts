import type { ParseArgsOptionsConfig } from 'node:util'

import type { Config } from '../config/config.ts'

/** Parsed arguments of a command. */
export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

/** One command of `npm run shop`. */
export interface Command {
  /** Its arguments, for the usage line. */
  readonly usage: string
  /** A short description for the help. */
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** The number of positional arguments. */
  readonly arity: number
  /** Runs the command and returns its output. Throws an error whose message is for people. */
  run(config: Config, args: Arguments): Promise<string>
}
