import type { Command } from './command.ts'
import { reachShop, requireOwnAccounts } from './connect.ts'

const insteadOfKeys = 'Google signs its tokens, and changes the keys by itself.'

/** The answer to a backup, or a data folder, in the wrong hands. */
export const keysRotate: Command = {
  usage: '',
  summary: 'replace the keys that sign tokens: no token that was signed before is good any more',
  options: {},
  arity: 0,
  async run(config) {
    requireOwnAccounts(config, insteadOfKeys)
    await reachShop(config, { command: 'keys-rotate', input: {} })
    return 'The signing keys are new. Who is signed in stays signed in; custom tokens have to be made again.'
  },
}
