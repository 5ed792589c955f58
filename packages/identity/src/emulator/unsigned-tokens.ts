import { decodeJwt, decodeProtectedHeader } from 'jose'

import { IdentityError } from '../errors.ts'
import { toProviderUser } from '../federation/provider-user.ts'
import type { Providers } from '../federation/providers.ts'
import { customTokenAudience, toCustomSignIn, type CustomTokens } from '../tokens/custom-tokens.ts'

/**
 * Accepts unsigned custom tokens. Signed ones are verified as usual.
 * (firebase-tools, emulator/auth/operations: `signInWithCustomToken`)
 */
export function acceptUnsignedCustomTokens(customTokens: CustomTokens): CustomTokens {
  return {
    ...customTokens,
    async verify(token) {
      const payload = readUnsigned(token)
      if (payload === undefined) return customTokens.verify(token)
      if (!token.startsWith('{') && payload['aud'] !== customTokenAudience) {
        throw new IdentityError('INVALID_CUSTOM_TOKEN', 'The custom token is for another audience.')
      }
      const { uid = payload['user_id'], claims } = payload
      return toCustomSignIn({ uid: typeof uid === 'number' || typeof uid === 'boolean' ? String(uid) : uid, claims })
    },
  }
}

/**
 * Accepts unsigned ID tokens and access tokens of any provider, configured or not. Signed ones are verified as usual. SAML
 * has no such tokens and is refused as usual. (firebase-tools, emulator/auth/operations: `signInWithIdp`)
 */
export function acceptUnsignedProviderTokens(providers: Providers): Providers {
  return {
    require: () => {},
    async identify(credential) {
      const { idToken, accessToken, providerId } = credential
      if (providerId.startsWith('saml.')) return providers.identify(credential)
      const claims = readUnsigned(idToken ?? '') ?? readUnsigned(accessToken ?? '')
      if (claims !== undefined) return toProviderUser(providerId, claims)
      if (idToken !== undefined) requireToken(idToken)
      requireSetUp(providers, providerId)
      return providers.identify(credential)
    },
  }
}

/** In the emulator's words. */
function requireToken(idToken: string): void {
  const isJson = idToken.startsWith('{')
  if (!isJson && isJwt(idToken)) return
  const why = isJson
    ? 'Auth Emulator failed to parse fake id_token as strict JSON.'
    : 'Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.'
  throw new IdentityError('INVALID_IDP_RESPONSE', `Unable to parse id_token: ${idToken} ((${why}))`)
}

/** In test mode every provider counts as configured, so the token must be invalid. */
function requireSetUp(providers: Providers, providerId: string): void {
  try {
    providers.require(providerId)
  } catch (error) {
    const words = 'The token is neither JSON nor an unsigned JWT, and the keys of its provider are not known.'
    throw new IdentityError('INVALID_IDP_RESPONSE', words, { cause: error })
  }
}

type Payload = Readonly<Record<string, unknown>>

/** Whether a token has the form of a JWT, signed or not. */
function isJwt(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    decodeJwt(token)
    return true
  } catch {
    return false
  }
}

/** The claims of an unsigned token: plain JSON, or a JWT with `alg: none`. `undefined` for any other token. */
function readUnsigned(token: string): Payload | undefined {
  try {
    if (token.startsWith('{')) return JSON.parse(token) as Payload
    return decodeProtectedHeader(token).alg === 'none' ? decodeJwt(token) : undefined
  } catch {
    return undefined
  }
}
