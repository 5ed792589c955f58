import type { IdentityContext } from '../context.ts'

/**
 * `jwk`: the public keys of ID tokens, a JSON Web Key Set (RFC 7517, 5), for programs that verify them. Google has its own
 * at this path, too. (firebase.google.com/docs/auth/admin/verify-id-tokens)
 */
export async function getPublicKeys({ idTokens }: IdentityContext) {
  return { keys: await idTokens.publicKeys() }
}
