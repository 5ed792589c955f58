import { isDeepStrictEqual } from 'node:util'

import { widestNetwork } from '@stockinette/rate-limit/networks.ts'

import type { Caller } from '../caller.ts'
import type { PasswordPolicy } from '../settings.ts'
import { hashText, isTextOf, presentParameters, readHash } from './argon2.ts'
import type { Argon2Parameters } from './argon2.ts'
import { requireGoodPassword } from './policy.ts'
import { createWorkQueue } from './work-queue.ts'

/** The result of comparing a password. */
export interface Comparison {
  readonly isRight: boolean
  /** A new hash for `Accounts.rehash`, if the old one has other parameters than new hashes. */
  readonly renewedHash?: string
}

/**
 * Hashes and compares passwords. Both are slow on purpose: they run outside the main thread, with limited concurrency, and
 * throw RateLimitError if too many are waiting.
 */
export interface Passwords {
  /**
   * Hashes a new password for `Profile.passwordHash`. Call it before `atomically`, which cannot wait.
   *
   * @throws IdentityError `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
   */
  hash(password: string, caller: Caller): Promise<string>
  /**
   * Compares a password with an account's. It takes the same time without a hash, so that it does not reveal who has an
   * account. (Guarded by the test "is compared even if there is none".)
   */
  compare(password: string, hash: string | null | undefined, caller: Caller): Promise<Comparison>
}

export interface PasswordsOptions {
  readonly policy: PasswordPolicy
  readonly parameters?: Argon2Parameters
}

/**
 * Two at once use 40 MB, half of the thread pool and at most two cores; the rest of the pool signs tokens meanwhile. Two
 * hundred wait for about three seconds.
 */
const queue = { atOnce: 2, maxWaiting: 200, maxWaitingOfOne: 20 }

export function createPasswords({ policy, parameters = presentParameters }: PasswordsOptions): Passwords {
  const turns = createWorkQueue(queue)
  const hashOf = (password: string) => hashText(toOneForm(password), parameters)
  const isOutdated = (hash: string) => !isDeepStrictEqual(readHash(hash).parameters, parameters)
  return {
    async hash(password, { address }) {
      requireGoodPassword(policy, password)
      return turns.run(widestNetwork(address), () => hashOf(password))
    },
    compare: (password, hash, { address }) =>
      turns.run(widestNetwork(address), async () => {
        if (!hash) {
          await hashOf(password)
          return { isRight: false }
        }
        if (!(await isTextOf(hash, toOneForm(password)))) return { isRight: false }
        return isOutdated(hash) ? { isRight: true, renewedHash: await hashOf(password) } : { isRight: true }
      }),
  }
}

/**
 * More combining marks in a row than any language uses (UAX #15, 12.1). Normalizing sorts them, which takes seconds for
 * the 30,000 that a request can contain.
 */
const tooManyMarks = /\p{M}{31}/u

/** An é is one character on one keyboard and two on another. (RFC 8265, 4.2.2: NFC) */
function toOneForm(password: string): string {
  return tooManyMarks.test(password) ? password : password.normalize('NFC')
}
