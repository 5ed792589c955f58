import type { Command } from './command.ts'
import { requireEmbeddedIdentity, sendCommand } from './send-command.ts'

const insteadOfKeys = 'Google signs its tokens and rotates the keys itself.'

/** For a stolen backup or data folder. */
export const keysRotate: Command = {
  usage: '',
  summary: 'replace the keys that sign tokens: tokens signed before are no longer valid',
  options: {},
  arity: 0,
  async run(config) {
    requireEmbeddedIdentity(config, insteadOfKeys)
    await sendCommand(config, { command: 'keys-rotate', input: {} })
    return 'The signing keys have been replaced. Users stay signed in; custom tokens must be made again.'
  },
}
