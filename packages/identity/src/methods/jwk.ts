import type { Uses } from '../context.ts'

/**
 * `jwk`: the public keys of ID tokens, as a JSON Web Key Set (RFC 7517, 5). The path is the same as Google's. (firebase.google.com/docs/auth/admin/verify-id-tokens)
 */
export async function getPublicKeys({ keys }: Uses<'keys'>) {
  return { keys: await keys.publicKeys() }
}
