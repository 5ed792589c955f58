import type { OpenSessions, VerifiedIdToken } from '@stockinette/identity'
import { UnsecuredJWT, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import { ShopError } from '../domain/errors.ts'
import { itemRules, problems } from '../messages/messages.ts'

/** A user who is signed in, anonymously or with a credential. */
export interface Visitor {
  readonly uid: string
  readonly isAnonymous: boolean
  /** `anonymous`, `password`, `custom` or a provider's id, such as `google.com`. */
  readonly signInProvider: string
  /** In whole seconds. */
  readonly signedInAt: Date
}

/** Identifies the user of a request. */
export interface Access {
  /**
   * Returns the user of an `Authorization` header: `Bearer` and an ID token.
   *
   * With `sessions`, an ID token is valid until its session ends; without, for its hour (in the cloud,
   * `createRevocableAccess` asks Firebase about the account).
   *
   * @throws ShopError `not-signed-in` without a valid token; `storage-unavailable` when the keys cannot be fetched or
   * the sessions cannot be read.
   */
  identify(authorizationHeader: string | undefined): Promise<Visitor>
}

type KeySet = JWTVerifyGetKey | 'unsigned'

export interface AccessOptions {
  /**
   * The public keys of the issuer: the embedded service or Google. `unsigned` accepts unsigned tokens alone, as an
   * emulator issues them.
   */
  readonly keySet: KeySet
  /** The audience that tokens must name. */
  readonly projectId: string
  /** The open sessions, where this process knows them. */
  readonly sessions?: Pick<OpenSessions, 'find' | 'generation'>
  readonly now?: () => Date
}

/** For a token that expires while its request is under way, and for a clock that differs from the issuer's. */
const clockToleranceSeconds = 30

const lifetimeSeconds = 3600

const claimsShape = z.object({
  sub: z.string().min(1).max(128),
  sid: z.string().optional(),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.string() }),
})

/**
 * Checks ID tokens by the rules of Firebase Authentication
 * (firebase.google.com/docs/auth/admin/verify-id-tokens, "Verify ID tokens using a third-party JWT library").
 *
 * Verified tokens are cached until they expire or their session ends: an account adds many items with one token.
 */
export function createAccess({ keySet, projectId, sessions, now = () => new Date() }: AccessOptions): Access {
  // One algorithm only: a token that chooses its own could be "signed" with nothing, or with the public key.
  const rules: JWTVerifyOptions = {
    algorithms: ['RS256'],
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['exp'],
    maxTokenAge: lifetimeSeconds,
    clockTolerance: clockToleranceSeconds,
  }
  const verified = new LRUCache<string, Verified>({
    max: maxVerified,
    maxSize: maxCharacters,
    sizeCalculation: (_, token) => token.length,
  })
  /** Verifies again if keys were replaced meanwhile: a token of a replaced key would be cached for an hour. */
  const verifyNow = async (token: string, currentDate: Date): Promise<JWTPayload> => {
    const generation = sessions?.generation
    const payload = await verify(token, keySet, { ...rules, currentDate })
    return sessions?.generation === generation ? payload : verifyNow(token, currentDate)
  }

  return {
    async identify(authorizationHeader) {
      const token = readBearer(authorizationHeader)
      const currentDate = now()
      const known = verified.get(token)
      if (known?.session.isOpen && currentDate.getTime() < known.expiresAt) return known.visitor

      const payload = await verifyNow(token, currentDate)
      const claims = toClaims(payload, currentDate)
      const session = sessions === undefined ? unknownSession : sessions.find(claims)
      if (session === undefined) throw notSignedIn()
      const visitor = toVisitor(claims)
      verified.set(token, { visitor, session, expiresAt: Number(payload.exp) * 1000 })
      return visitor
    },
  }
}

/** A token has about 1 KB, with the longest name and picture 10 KB. With both limits, the cache has at most 170 MB. */
const maxVerified = 10_000
const maxCharacters = 15_000_000

/** Counts as open until the token expires. */
const unknownSession = { isOpen: true }

interface Verified {
  readonly visitor: Visitor
  readonly session: { readonly isOpen: boolean }
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

function notSignedIn(cause?: unknown): ShopError {
  return new ShopError('not-signed-in', itemRules.notSignedIn, { cause })
}

/** RFC 6750, 2.1; the scheme's case does not matter (RFC 9110, 11.1). */
function readBearer(header: string | undefined): string {
  const token = /^Bearer +([\w.-]+)$/i.exec(header ?? '')?.[1]
  if (token === undefined) throw notSignedIn()
  return token
}

async function verify(token: string, keySet: KeySet, rules: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    if (keySet === 'unsigned') return UnsecuredJWT.decode(token, rules).payload
    return (await jwtVerify(token, keySet, rules)).payload
  } catch (error) {
    throw isFaultOfToken(error) ? notSignedIn(error) : keysUnavailable(error)
  }
}

/** jose's errors about the token itself. Any other error comes from fetching the keys. */
const faultsOfToken: ReadonlySet<string> = new Set([
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
])

function isFaultOfToken(error: unknown): boolean {
  return error instanceof errors.JOSEError && faultsOfToken.has(error.code)
}

function keysUnavailable(cause: unknown): ShopError {
  return new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
}

function toClaims(payload: unknown, currentDate: Date): VerifiedIdToken {
  const claims = claimsShape.safeParse(payload)
  if (!claims.success) throw notSignedIn(claims.error)
  const { sub, sid, iat, auth_time: signedInAt, firebase } = claims.data
  if (signedInAt > currentDate.getTime() / 1000 + clockToleranceSeconds) throw notSignedIn()
  return {
    uid: sub,
    sid,
    signInProvider: firebase.sign_in_provider,
    signedInAt: new Date(signedInAt * 1000),
    issuedAt: new Date(iat * 1000),
  }
}

function toVisitor({ uid, signInProvider, signedInAt }: VerifiedIdToken): Visitor {
  return { uid, isAnonymous: signInProvider === 'anonymous', signInProvider, signedInAt }
}
