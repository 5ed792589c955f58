import { IdentityError } from '../errors.ts'
import type { ProviderSettings } from '../settings.ts'
import { verifyIdToken } from './id-token-verifier.ts'
import { createProviderKeys } from './provider-keys.ts'
import { toProviderUser, type ProviderUser } from './provider-user.ts'

/** A credential from a sign-in at a provider. */
export interface ProviderCredential {
  readonly providerId: string
  readonly idToken: string | undefined
  readonly accessToken: string | undefined
  /** Unhashed; the ID token contains its SHA-256. */
  readonly rawNonce: string | undefined
  /** From a client that has sent the browser to the provider: the nonce, if there is one. */
  readonly sessionId: string | undefined
}

/** Other providers whose users can sign in. */
export interface Providers {
  /** @throws IdentityError `OPERATION_NOT_ALLOWED` if the provider is not configured. */
  require(providerId: string): void
  /**
   * Finds the user of a credential.
   *
   * @throws IdentityError `OPERATION_NOT_ALLOWED`, `INVALID_IDP_RESPONSE`, `MISSING_OR_INVALID_NONCE`; ServiceError
   * `provider-unavailable` if the provider's keys cannot be loaded.
   */
  identify(credential: ProviderCredential): Promise<ProviderUser>
}

export function createProviders(settings: readonly ProviderSettings[], now: () => Date): Providers {
  const known = new Map(
    settings.map((provider) => [provider.id, { provider, keySet: createProviderKeys(provider.issuer, now), now }]),
  )
  const get = (providerId: string) => {
    const found = known.get(providerId)
    if (found !== undefined) return found
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.')
  }
  return {
    require: (providerId) => void get(providerId),
    async identify(credential) {
      const { providerId, idToken } = credential
      const verification = get(providerId)
      if (idToken === undefined) {
        // An access token contains neither its audience nor its user.
        throw new IdentityError('INVALID_IDP_RESPONSE', 'An ID token is needed; an access token alone proves nothing.')
      }
      return toProviderUser(providerId, await verifyIdToken(idToken, credential, verification))
    },
  }
}
