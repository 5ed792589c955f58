import type { SigningKey } from '../src/tokens/signing-keys.ts'

/** An account that is attacked. */
export interface Victim {
  readonly email: string
  readonly idToken: string
  readonly refreshToken: string
}

/** What an attacker cannot have, so that a token is refused for what is wrong with it and not for its signature. */
export interface Stolen {
  /** The service's own. */
  readonly key: SigningKey
  /** A code that has been used, by the method that took it. */
  readonly usedCodes: Readonly<Record<'resetPassword' | 'signInWithEmailLink' | 'update', string>>
}

export type Fields = Readonly<Record<string, unknown>>
