import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Address } from '@stockinette/rate-limit/address.ts'
import { createRepeatedLines } from '@stockinette/rate-limit/repeated-lines.ts'

import { ShopError } from '../domain/errors.ts'
import { claimPath } from '../domain/page-paths.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import type { Claiming } from './claiming.ts'
import type { Owners } from './owners.ts'

/** What somebody sends who has the link. */
export interface ClaimRequest {
  readonly code: string
  readonly email: string
  readonly password: string
}

/** Why a claim was refused, in the audit log. */
export type ClaimRefusal = 'already-claimed' | 'wrong-code' | 'too-many-requests'

/**
 * The claim link of a shop that has never had an owner. Its code lives in the memory of this process: each start has a new
 * one, and in the cloud each process.
 */
export interface FirstClaim {
  /** Whether the shop has ever had an owner. @throws as `Owners.isClaimed`. */
  isClaimed(): Promise<boolean>
  /**
   * The link that makes somebody the first owner; `undefined` once the shop has been claimed.
   *
   * @param origin of the shop.
   * @throws as `Owners.isClaimed`.
   */
  link(origin: string): Promise<string | undefined>
  /** Whether the code is right, and the shop has never had an owner. @throws as `Owners.isClaimed`. */
  isOpenTo(request: Pick<ClaimRequest, 'code'>): Promise<boolean>
  /**
   * Makes the account of an address the first owner. What it refuses is in the audit log.
   *
   * @param address where the request came from.
   * @throws ShopError `already-claimed`; `not-allowed` for a wrong code; as `Claiming.addFirst`.
   */
  claim(request: ClaimRequest, address: Address): Promise<void>
  /** Writes a refusal to the audit log. */
  noteRefusal(reason: ClaimRefusal, address: Address): void
}

export interface FirstClaimOptions {
  readonly owners: Pick<Owners, 'isClaimed'>
  readonly claiming: Pick<Claiming, 'addFirst'>
  readonly log: Log
  /** Whether other processes of this shop may have codes of their own. */
  readonly hasOtherProcesses: boolean
}

export function createFirstClaim({ owners, claiming, log, hasOtherProcesses }: FirstClaimOptions): FirstClaim {
  const code = randomBytes(16).toString('base64url')
  const isClaimed = () => owners.isClaimed()
  const takeLine = createRepeatedLines()
  const noteRefusal = (reason: ClaimRefusal, address: Address) => {
    // Nothing else limits the lines of clients that have reached their limit.
    const leftOut = reason === 'too-many-requests' ? takeLine(reason) : 0
    if (leftOut === undefined) return
    log.warn({ audit: 'claim-refused', address, reason, ...(leftOut > 0 && { leftOut }) }, 'security event')
  }

  const requireCode = async (given: string, address: Address) => {
    if (await isClaimed()) {
      noteRefusal('already-claimed', address)
      throw new ShopError('already-claimed', problems.alreadyClaimed)
    }
    if (!isEqual(given, code)) {
      noteRefusal('wrong-code', address)
      throw new ShopError('not-allowed', hasOtherProcesses ? problems.wrongClaimCodeInCloud : problems.wrongClaimCode)
    }
  }
  return {
    isClaimed,
    link: async (origin) => ((await isClaimed()) ? undefined : `${origin}${claimPath}#${code}`),
    isOpenTo: async ({ code: given }) => isEqual(given, code) && !(await isClaimed()),
    async claim({ code: given, email, password }, address) {
      await requireCode(given, address)
      try {
        const { uid } = await claiming.addFirst(email, { text: password, address })
        log.info({ audit: 'shop-claimed', address, uid }, 'security event')
      } catch (error) {
        if (error instanceof ShopError && error.code === 'already-claimed') noteRefusal('already-claimed', address)
        throw error
      }
    },
    noteRefusal,
  }
}

/** Takes the same time for any text: both are hashed, so that their lengths are equal. */
function isEqual(given: string, code: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', code, 'buffer'))
}
