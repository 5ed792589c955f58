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

export interface FirstClaimOptions {
  readonly owners: Pick<Owners, 'isClaimed'>
  readonly claiming: Pick<Claiming, 'addFirst'>
  readonly log: Log
  /** Whether other processes of this shop may have codes of their own. */
  readonly hasOtherProcesses: boolean
}

export type FirstClaim = ReturnType<typeof createFirstClaim>

/**
 * The claim link of a shop that has never had an owner. Its code lives in the memory of this process: each start has a new
 * one, and in the cloud each process. Every method but `noteRefusal` rejects as `Owners.isClaimed`.
 */
export function createFirstClaim({ owners, claiming, log, hasOtherProcesses }: FirstClaimOptions) {
  const code = randomBytes(16).toString('base64url')
  /** Whether the shop has ever had an owner. */
  const isClaimed = () => owners.isClaimed()
  const takeLine = createRepeatedLines()
  /** Writes a refusal to the audit log. */
  const noteRefusal = (reason: ClaimRefusal, address: Address) => {
    // Nothing else limits the lines of clients that have reached their limit.
    const added = reason === 'too-many-requests' ? takeLine(reason) : {}
    if (added) log.warn({ audit: 'claim-refused', address, reason, ...added }, 'security event')
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
    /** The link that makes somebody the first owner; `undefined` once the shop has been claimed. @param origin of the shop. */
    link: async (origin: string) => ((await isClaimed()) ? undefined : `${origin}${claimPath}#${code}`),
    /** Whether the code is right, and the shop has never had an owner. */
    isOpenTo: async ({ code: given }: Pick<ClaimRequest, 'code'>) => isEqual(given, code) && !(await isClaimed()),
    /**
     * Makes the account of an address the first owner. What it refuses is in the audit log.
     *
     * @param address where the request came from.
     * @throws ShopError `already-claimed`; `not-allowed` for a wrong code; as `Claiming.addFirst`.
     */
    async claim({ code: given, email, password }: ClaimRequest, address: Address): Promise<void> {
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
