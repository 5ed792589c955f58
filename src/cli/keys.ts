import type { Command } from './command.ts'
import { requireEmbeddedIdentity, sendCommand } from './send-command.ts'

const insteadOfKeys = 'Google signs its tokens, and changes the keys by itself.'

/** For a stolen backup or data folder. */
export const keysRotate: Command = {
  usage: '',
  summary: 'replace the keys that sign tokens: no token that was signed before is good any more',
  options: {},
  arity: 0,
  async run(config) {
    requireEmbeddedIdentity(config, insteadOfKeys)
    await sendCommand(config, { command: 'keys-rotate', input: {} })
    return 'The signing keys are new. Who is signed in stays signed in; custom tokens have to be made again.'
  },
}
