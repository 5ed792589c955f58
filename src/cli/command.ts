import type { ParseArgsOptionsConfig } from 'node:util'

import type { Config } from '../config/config.ts'

/** What was typed after a command's name, read. */
export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

/** One command of `npm run shop`. */
export interface Command {
  /** How it is called, after its name. */
  readonly usage: string
  /** What it does, in a few words. */
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** How many arguments it needs. */
  readonly arity: number
  /** Does it and says what to print. Throws an error whose message is for people. */
  run(config: Config, args: Arguments): Promise<string>
}
