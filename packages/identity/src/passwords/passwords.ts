import { isDeepStrictEqual } from 'node:util'

import { widestNetwork } from '@stockinette/rate-limit/networks.ts'

import type { Caller } from '../caller.ts'
import type { PasswordPolicy } from '../settings.ts'
import { hashText, matchesHash, currentParameters, readHash, type Argon2Parameters } from './argon2.ts'
import { requireValidPassword } from './policy.ts'
import { createWorkQueue } from './work-queue.ts'

/** The result of comparing a password. */
export interface Comparison {
  readonly isCorrect: boolean
  /** A new hash for `Accounts.rehash`, if the old one has outdated parameters. */
  readonly renewedHash?: string
}

/**
 * Hashes and compares passwords. Both are slow on purpose: they run outside the main thread, with limited concurrency, and
 * throw RateLimitError if too many are waiting.
 */
export interface Passwords {
  /**
   * Hashes a new password for `Profile.passwordHash`. Call it before `atomically`, which is synchronous.
   *
   * @throws IdentityError `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
   */
  hash(password: string, caller: Caller): Promise<string>
  /**
   * Compares a password with an account's. Without a hash it still hashes the password, so that the time does not reveal
   * who has an account.
   */
  compare(password: string, hash: string | null | undefined, caller: Caller): Promise<Comparison>
}

export interface PasswordsOptions {
  readonly policy: PasswordPolicy
  readonly parameters?: Argon2Parameters
}

/**
 * Two at once use 40 MB, half of the thread pool and at most two cores; the rest of the pool still signs tokens. A
 * full queue of 200 takes about three seconds.
 */
const queueLimits = { concurrency: 2, maxWaiting: 200, maxWaitingPerCaller: 20 }

export function createPasswords({ policy, parameters = currentParameters }: PasswordsOptions): Passwords {
  const queue = createWorkQueue(queueLimits)
  const hashOf = (password: string) => hashText(normalize(password), parameters)
  const isOutdated = (hash: string) => !isDeepStrictEqual(readHash(hash).parameters, parameters)
  return {
    async hash(password, { address }) {
      requireValidPassword(policy, password)
      return queue.run(widestNetwork(address), () => hashOf(password))
    },
    compare: (password, hash, { address }) =>
      queue.run(widestNetwork(address), async () => {
        if (!hash) {
          await hashOf(password)
          return { isCorrect: false }
        }
        if (!(await matchesHash(hash, normalize(password)))) return { isCorrect: false }
        return isOutdated(hash) ? { isCorrect: true, renewedHash: await hashOf(password) } : { isCorrect: true }
      }),
  }
}

/**
 * More combining marks in a row than any language uses (UAX #15, 12.1). Normalizing sorts them, which takes seconds for
 * the 30,000 that a request can contain; such a password is not normalized.
 */
const tooManyMarks = /\p{M}{31}/u

/** Keyboards differ in whether an é is one character or two. (RFC 8265, 4.2.2: NFC) */
function normalize(password: string): string {
  return tooManyMarks.test(password) ? password : password.normalize('NFC')
}
