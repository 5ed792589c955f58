import type { SigningKey } from '../src/tokens/signing-keys.ts'

/** The account under attack. */
export interface Victim {
  readonly email: string
  readonly idToken: string
  readonly refreshToken: string
}

/** What an attacker cannot have: with it, a token is rejected for its fault and not for its signature. */
export interface Stolen {
  /** The service's key. */
  readonly key: SigningKey
  /** Used codes, by the method that accepted them. */
  readonly usedCodes: Readonly<Record<'resetPassword' | 'signInWithEmailLink' | 'update', string>>
}

export type Fields = Readonly<Record<string, unknown>>
