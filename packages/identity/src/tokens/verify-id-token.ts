import { errors, jwtVerify, UnsecuredJWT, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import { IdentityError } from '../errors.ts'

/** The lifetime of an ID token: an hour, as in Firebase Authentication. */
export const idTokenLifetimeSeconds = 3600

/** The claims of a verified token. Times are whole seconds. */
export interface VerifiedIdToken {
  readonly uid: string
  /** The session with which it ends; `undefined` in tokens of Firebase Authentication. */
  readonly sid: string | undefined
  /** The address of the account when the token was issued; `undefined` if it had none, or one that is not verified. */
  readonly verifiedEmail: string | undefined
  /** How the user signed in: `anonymous`, `password`, `custom` or a provider's id. */
  readonly signInProvider: string
  readonly signedInAt: Date
  readonly expiresAt: Date
}

export interface IdTokenRules {
  /** The public keys of the issuer. `unsigned` accepts unsigned tokens alone, as an emulator issues them. */
  readonly keySet: JWTVerifyGetKey | 'unsigned'
  /** The audience that tokens must name. */
  readonly projectId: string
  readonly now: Date
  /**
   * How much the issuer's clock may differ. Left out by the issuer itself, which accepts tokens from the future: its clock
   * may have been set back since, and the client would drop its user.
   */
  readonly clockToleranceSeconds?: number
}

/** The issuer of a project's ID tokens. */
export function issuerOf(projectId: string): string {
  return `https://securetoken.google.com/${projectId}`
}

/**
 * Verifies an ID token by the rules of Firebase Authentication, but not whether its session is open
 * (firebase.google.com/docs/auth/admin/verify-id-tokens, "Verify ID tokens using a third-party JWT library").
 *
 * @throws IdentityError `INVALID_ID_TOKEN` if it is forged, expired or of another project; any other error when the keys
 * cannot be fetched.
 */
export async function verifyIdToken(token: string, rules: IdTokenRules): Promise<VerifiedIdToken> {
  const { keySet, projectId, now, clockToleranceSeconds } = rules
  // One algorithm only: a token that chooses its own could be "signed" with nothing, or with the public key.
  const options = {
    algorithms: ['RS256'],
    issuer: issuerOf(projectId),
    audience: projectId,
    requiredClaims: ['exp'],
    currentDate: now,
    ...(clockToleranceSeconds !== undefined && {
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: idTokenLifetimeSeconds,
    }),
  }
  try {
    const isUnsigned = keySet === 'unsigned'
    const { payload } = isUnsigned ? UnsecuredJWT.decode(token, options) : await jwtVerify(token, keySet, options)
    const claims = readClaims(payload)
    if (clockToleranceSeconds !== undefined) requirePast(claims.signedInAt, now, clockToleranceSeconds)
    return claims
  } catch (error) {
    if (!isFaultOfToken(error)) throw error
    throw new IdentityError('INVALID_ID_TOKEN', undefined, { cause: error })
  }
}

const claimsShape = z.object({
  sub: z.string().min(1).max(128),
  sid: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
  exp: z.number(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.string() }),
})

/** The claims of a payload, not verified. @throws IdentityError `INVALID_ID_TOKEN` if one is missing. */
export function readClaims(payload: unknown): VerifiedIdToken {
  const claims = claimsShape.safeParse(payload)
  if (!claims.success) throw new IdentityError('INVALID_ID_TOKEN', undefined, { cause: claims.error })
  const { sub: uid, sid, exp, auth_time: signedInAt, firebase } = claims.data
  return {
    uid,
    sid,
    verifiedEmail: claims.data.email_verified ? claims.data.email : undefined,
    signInProvider: firebase.sign_in_provider,
    signedInAt: new Date(signedInAt * 1000),
    expiresAt: new Date(exp * 1000),
  }
}

function requirePast(signedInAt: Date, now: Date, toleranceSeconds: number): void {
  if (signedInAt.getTime() > now.getTime() + toleranceSeconds * 1000) throw new IdentityError('INVALID_ID_TOKEN')
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
