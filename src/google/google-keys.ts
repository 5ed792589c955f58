import { createRemoteKeySet } from '@stockinette/key-set/remote-key-set.ts'
import type { JWTVerifyGetKey } from 'jose'

/** The public keys of Firebase Authentication, as JSON Web Keys. (firebase.google.com/docs/auth/admin/verify-id-tokens) */
const googleKeysUrl = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The keys that sign the ID tokens of every Firebase project. Rejects with any error if they cannot be loaded. */
export function createGoogleKeys(url = googleKeysUrl): JWTVerifyGetKey {
  return createRemoteKeySet(url)
}
