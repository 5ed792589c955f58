import type { Command } from './command.ts'
import { requireEmbeddedIdentity, sendCommand } from './send-command.ts'

const insteadOfRevoke =
  'sign the account out with revokeRefreshTokens(UID) of the Firebase Admin SDK, or disable it in the Firebase console.'

/** For a stolen phone or token. */
export const revoke: Command = {
  usage: 'UID|EMAIL',
  summary: 'sign an account out everywhere',
  options: {},
  arity: 1,
  async run(config, { positionals: [who] }) {
    requireEmbeddedIdentity(config, insteadOfRevoke)
    const request = { command: 'revoke', input: { who } }
    const { uid } = await sendCommand<{ uid: string }>(config, request)
    return `${uid} is signed out everywhere.`
  },
}
