import type { Command } from './command.ts'
import { RefusedError, requireEmbeddedIdentity, sendCommand } from './send-command.ts'

const insteadOfToken = 'make the token with createCustomToken(UID, CLAIMS) of the Firebase Admin SDK.'

/** Prints a custom token for `signInWithCustomToken`, valid for an hour. */
export const token: Command = {
  usage: 'UID [--claims \'{"maker":true}\']',
  summary: 'print a custom token that signs UID in, valid for an hour',
  options: { claims: { type: 'string' } },
  arity: 1,
  async run(config, { positionals: [uid], values: { claims } }) {
    requireEmbeddedIdentity(config, insteadOfToken)
    const input = { uid, claims: typeof claims === 'string' ? parseClaims(claims) : undefined }
    return (await sendCommand<{ token: string }>(config, { command: 'token', input })).token
  },
}

function parseClaims(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RefusedError('--claims must be JSON, such as {"maker":true}.')
  }
}
