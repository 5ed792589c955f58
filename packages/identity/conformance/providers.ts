import { FacebookAuthProvider, GoogleAuthProvider, OAuthProvider } from 'firebase/auth'
import type { AuthError, UserCredential } from 'firebase/auth'

import { newEmail, nobody } from './people.ts'

/** The claims of a provider's user. Both services accept them unsigned, for tests. */
export interface Claims {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

/** A new user of a provider. */
export function newClaims({ email = newEmail(), ...more }: Partial<Claims> = {}): Claims & { readonly email: string } {
  return { sub: `id-${email}`, email_verified: true, name: 'A knitter', ...more, email }
}

export function googleCredential(claims: Claims) {
  return GoogleAuthProvider.credential(JSON.stringify(claims))
}

export function woolCredential(claims: Claims, rawNonce?: string) {
  const idToken = JSON.stringify(claims)
  return new OAuthProvider('oidc.wool').credential({ idToken, ...(rawNonce !== undefined && { rawNonce }) })
}

/** Facebook has no ID tokens; an access token is used. */
export function facebookCredential(claims: Claims) {
  return FacebookAuthProvider.credential(JSON.stringify(claims))
}

/** The code of the client's error. */
export async function errorOf(attempt: Promise<UserCredential>): Promise<AuthError> {
  try {
    await attempt
  } catch (error) {
    return error as AuthError
  }
  throw new Error('It was not refused.')
}

/** The properties in the client of a user who signed in with {@link googleCredential}. */
export const userOfGoogle = {
  ...nobody,
  isAnonymous: false,
  email: 'EMAIL',
  emailVerified: true,
  displayName: 'A knitter',
  photoURL: 'https://example.com/a.jpg',
  providers: [['google.com', 'id-EMAIL', 'EMAIL']],
}
