import type { OpenSessions } from '@stockinette/identity'
import { verifyIdToken, type IdTokenRules, type VerifiedIdToken } from '@stockinette/identity/tokens/verify-id-token.ts'
import type { Address } from '@stockinette/rate-limit/address.ts'
import { LRUCache } from 'lru-cache'

import { ShopError } from '../domain/errors.ts'
import { itemRules, problems } from '../messages/messages.ts'

/** A user who is signed in, anonymously or with a credential. */
export interface Visitor {
  readonly uid: string
  /** The address of the account when the ID token was issued; `undefined` if it had none, or one that is not verified. */
  readonly verifiedEmail: string | undefined
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
   * @param address where the request came from.
   * @throws ShopError `not-signed-in` without a valid token; `storage-unavailable` when the keys cannot be fetched or
   * the sessions cannot be read.
   */
  identify(authorizationHeader: string | undefined, address: Address): Promise<Visitor>
}

/** Needs no address: it asks no other service about a request. */
export type TokenAccess = ReturnType<typeof createAccess>

/** The issuer is the embedded service or Google. */
export interface AccessOptions extends Pick<IdTokenRules, 'keySet' | 'projectId'> {
  /** The open sessions, where this process knows them. */
  readonly sessions?: Pick<OpenSessions, 'find' | 'generation'>
  readonly now?: () => Date
}

/** For a token that expires while its request is under way, and for a clock that differs from the issuer's. */
const clockToleranceSeconds = 30

/** Verified tokens are cached until they expire or their session ends: an account adds many items with one token. */
export function createAccess({ keySet, projectId, sessions, now = () => new Date() }: AccessOptions) {
  const verified = new LRUCache<string, Verified>({
    max: maxVerified,
    maxSize: maxCharacters,
    sizeCalculation: (_, token) => token.length,
  })
  /** Verifies again if keys were replaced meanwhile: a token of a replaced key would be cached for an hour. */
  const verifyNow = async (token: string, time: Date): Promise<VerifiedIdToken> => {
    const generation = sessions?.generation
    const claims = await verify(token, { keySet, projectId, now: time, clockToleranceSeconds })
    return sessions?.generation === generation ? claims : verifyNow(token, time)
  }

  return {
    async identify(authorizationHeader: string | undefined): Promise<Visitor> {
      const token = readBearer(authorizationHeader)
      const time = now()
      const known = verified.get(token)
      if (known?.session.isOpen && time < known.expiresAt) return known.visitor

      const claims = await verifyNow(token, time)
      const session = sessions === undefined ? unknownSession : sessions.find(claims)
      if (session === undefined) throw notSignedIn()
      const visitor = toVisitor(claims)
      verified.set(token, { visitor, session, expiresAt: claims.expiresAt })
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
  readonly expiresAt: Date
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

async function verify(token: string, rules: IdTokenRules): Promise<VerifiedIdToken> {
  try {
    return await verifyIdToken(token, rules)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'INVALID_ID_TOKEN') throw notSignedIn(cause)
    throw new ShopError('storage-unavailable', problems.storageUnavailable, { cause })
  }
}

function toVisitor({ uid, verifiedEmail, signInProvider, signedInAt }: VerifiedIdToken): Visitor {
  return { uid, verifiedEmail, isAnonymous: signInProvider === 'anonymous', signInProvider, signedInAt }
}
