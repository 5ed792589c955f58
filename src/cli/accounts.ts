import type { Config } from '../config/config.ts'
import { RefusedError, type Command } from './command.ts'
import { requireEmbeddedIdentity, sendCommand } from './send-command.ts'

const insteadOfToken = 'make the token with createCustomToken(UID, CLAIMS) of the Firebase Admin SDK.'

/** Prints a custom token for `signInWithCustomToken`, valid for an hour. */
export const token: Command = {
  argument: 'UID',
  optionsUsage: '[--claims \'{"maker":true}\']',
  summary: 'print a custom token that signs UID in, valid for an hour',
  options: { claims: { type: 'string' } },
  async run(config, uid, { claims }) {
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

const insteadOfRevoke =
  'sign the account out with revokeRefreshTokens(UID) of the Firebase Admin SDK, or disable it in the Firebase console.'

/** For a stolen phone or token. */
export const revoke: Command = {
  argument: 'UID|EMAIL',
  summary: 'sign an account out everywhere',
  async run(config, who) {
    requireEmbeddedIdentity(config, insteadOfRevoke)
    const request = { command: 'revoke', input: { who } }
    const { uid } = await sendCommand<{ uid: string }>(config, request)
    return `${uid} is signed out everywhere.`
  },
}

const insteadOfDisabling = 'disable the account in the Firebase console.'

/** For an account that is misused. */
export const accountDisable: Command = {
  argument: 'UID|EMAIL',
  summary: 'sign an account out everywhere, and refuse to sign it in',
  run: async (config, who) => `${await setDisabled(config, who, true)} is disabled.`,
}

export const accountEnable: Command = {
  argument: 'UID|EMAIL',
  summary: 'let a disabled account sign in again',
  run: async (config, who) => `${await setDisabled(config, who, false)} is enabled.`,
}

async function setDisabled(config: Config, who: string, disabled: boolean): Promise<string> {
  requireEmbeddedIdentity(config, insteadOfDisabling)
  return (await sendCommand<{ uid: string }>(config, { command: 'set-disabled', input: { who, disabled } })).uid
}

const insteadOfKeys = 'Google signs its tokens and rotates the keys itself.'

/** For a stolen backup or data folder. */
export const keysRotate: Command = {
  summary: 'replace the keys that sign tokens: tokens signed before are no longer valid',
  async run(config) {
    requireEmbeddedIdentity(config, insteadOfKeys)
    await sendCommand(config, { command: 'keys-rotate', input: {} })
    return 'The signing keys have been replaced. Users stay signed in; custom tokens must be made again.'
  },
}
