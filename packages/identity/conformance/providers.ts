import { FacebookAuthProvider, GoogleAuthProvider, OAuthProvider } from 'firebase/auth'
import type { AuthError, UserCredential } from 'firebase/auth'

import { newEmail, nobody } from './people.ts'

/** What a provider would say of somebody: both services believe it unsigned, for tests. */
export interface Claims {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

/** Somebody at a provider, whom nobody has met yet. */
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

/** Facebook has no ID tokens: an access token stands for one. */
export function facebookCredential(claims: Claims) {
  return FacebookAuthProvider.credential(JSON.stringify(claims))
}

/** What the client refuses an attempt with. */
export async function errorOf(attempt: Promise<UserCredential>): Promise<AuthError> {
  try {
    await attempt
  } catch (error) {
    return error as AuthError
  }
  throw new Error('It was not refused.')
}

/** What the client says of somebody who has signed in with {@link googleCredential}. */
export const userOfGoogle = {
  ...nobody,
  isAnonymous: false,
  email: 'EMAIL',
  emailVerified: true,
  displayName: 'A knitter',
  photoURL: 'https://example.com/a.jpg',
  providers: [['google.com', 'id-EMAIL', 'EMAIL']],
}
