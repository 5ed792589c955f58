import type { ParseArgsOptionsConfig } from 'node:util'

import type { Config } from '../config/config.ts'

/** One command of `npm run shop`. */
export interface Command {
  /** A short description for the help. */
  readonly summary: string
  /** What its argument is, for the usage line; left out if it has none. */
  readonly argument?: string
  readonly options?: ParseArgsOptionsConfig
  /** For the usage line, if an option has a value. */
  readonly optionsUsage?: string
  /** Whether it works without the shop's data folder. */
  readonly needsNoShop?: boolean
  /**
   * Runs the command and returns its output. Throws an error whose message is for people.
   *
   * @param argument empty if it has none.
   */
  run(config: Config, argument: string, options: Readonly<Record<string, unknown>>): Promise<string>
}

/** A valid command that was refused; `message` has the reason. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}
