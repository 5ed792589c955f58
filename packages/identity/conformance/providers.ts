import {
  FacebookAuthProvider,
  GoogleAuthProvider,
  OAuthProvider,
  type AuthError,
  type UserCredential,
} from 'firebase/auth'

import { anonymousUser, newEmail } from './users.ts'

/** Claims of a provider's ID token. Both services accept it unsigned in tests. */
export interface Claims {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

export type NewClaims = Claims & { readonly email: string }

/** Claims of a new user at a provider. */
export function newClaims({ email = newEmail(), ...more }: Partial<Claims> = {}): NewClaims {
  return { sub: `id-${email}`, email_verified: true, name: 'A knitter', ...more, email }
}

export function googleCredential(claims: Claims) {
  return GoogleAuthProvider.credential(JSON.stringify(claims))
}

export function woolCredential(claims: Claims, rawNonce?: string) {
  const idToken = JSON.stringify(claims)
  return new OAuthProvider('oidc.wool').credential({ idToken, ...(rawNonce !== undefined && { rawNonce }) })
}

/** Facebook has no ID tokens; the emulator reads claims from its access token. */
export function facebookCredential(claims: Claims) {
  return FacebookAuthProvider.credential(JSON.stringify(claims))
}

/** The error that an attempt must fail with. */
export async function errorOf(attempt: Promise<UserCredential>): Promise<AuthError> {
  try {
    await attempt
  } catch (error) {
    return error as AuthError
  }
  throw new Error('The attempt did not fail.')
}

/** The client's view of a user who signed in with {@link googleCredential}. */
export const googleUser = {
  ...anonymousUser,
  isAnonymous: false,
  email: 'EMAIL',
  emailVerified: true,
  displayName: 'A knitter',
  photoURL: 'https://example.com/a.jpg',
  providers: [['google.com', 'id-EMAIL', 'EMAIL']],
}
