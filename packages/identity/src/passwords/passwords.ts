import { isDeepStrictEqual } from 'node:util'

import { widestNetwork } from '@stockinette/rate-limit/address.ts'
import { FairQueue } from '@stockinette/rate-limit/fair-queue.ts'
import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'

import type { Caller, PasswordPolicy } from '../application.ts'
import { hashText, matchesHash, currentParameters, readHash } from './argon2.ts'
import { requireValidPassword } from './policy.ts'

/** The result of comparing a password. */
export interface Comparison {
  readonly isCorrect: boolean
  /** A new hash for `Accounts.rehash`, if the old one has outdated parameters. */
  readonly renewedHash?: string
}

/**
 * Hashes and compares passwords. Both are slow on purpose: they run outside the main thread, with limited concurrency.
 * Networks take turns, and RateLimitError is thrown if too many are waiting.
 */
export function createPasswords(policy: PasswordPolicy, parameters = currentParameters) {
  const queue = new FairQueue({ concurrency, maxWaiting, refusal: () => new RateLimitError(retryAfterSeconds) })
  const hashOf = (password: string) => hashText(normalize(password), parameters)
  const isOutdated = (hash: string) => !isDeepStrictEqual(readHash(hash).parameters, parameters)
  return {
    /**
     * Hashes a new password for `Profile.passwordHash`. Call it before `atomically`, which is synchronous.
     *
     * @throws IdentityError `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
     */
    async hash(password: string, { address }: Caller): Promise<string> {
      requireValidPassword(policy, password)
      return queue.run(widestNetwork(address), () => hashOf(password))
    },
    /**
     * Compares a password with an account's. Without a hash it still hashes the password, so that the time does not reveal
     * who has an account.
     *
     * @param device of `Devices.find`: it waits for nobody else of its network.
     */
    compare: (
      password: string,
      hash: string | null | undefined,
      { address }: Caller,
      device?: string,
    ): Promise<Comparison> =>
      queue.run(device ?? widestNetwork(address), async () => {
        if (!hash) {
          await hashOf(password)
          return { isCorrect: false }
        }
        if (!(await matchesHash(hash, normalize(password)))) return { isCorrect: false }
        return isOutdated(hash) ? { isCorrect: true, renewedHash: await hashOf(password) } : { isCorrect: true }
      }),
  }
}

/** Two at once use 40 MB, half of the thread pool and at most two cores; the rest of the pool still signs tokens. */
const concurrency = 2

/** How many more may wait, about a second. */
const maxWaiting = 60

/** The queue empties within seconds. */
const retryAfterSeconds = 5

/**
 * More combining marks in a row than any language uses (UAX #15, 12.1). Normalizing sorts them, which takes seconds for
 * the 30,000 that a request can contain; such a password is not normalized.
 */
const tooManyMarks = /\p{M}{31}/u

/** Keyboards differ in whether an é is one character or two. (RFC 8265, 4.2.2: NFC) */
function normalize(password: string): string {
  return tooManyMarks.test(password) ? password : password.normalize('NFC')
}
