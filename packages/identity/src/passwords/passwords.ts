import { isDeepStrictEqual } from 'node:util'

import { widestNetwork } from '@stockinette/rate-limit/networks.ts'

import type { Caller } from '../caller.ts'
import type { PasswordPolicy } from '../settings.ts'
import { hashText, isTextOf, presentParameters, readHash } from './argon2.ts'
import type { Argon2Parameters } from './argon2.ts'
import { requireGoodPassword } from './policy.ts'
import { createWorkQueue } from './work-queue.ts'

/** What became of a password that was compared. */
export interface Comparison {
  readonly isRight: boolean
  /** The same password, when its hash has other parameters than new ones have: for `Accounts.rehash`. */
  readonly renewedHash?: string
}

/**
 * Turns passwords into what may be kept of them, and compares. Both are slow on purpose: they happen outside of the main
 * thread, a bounded number at a time, and throw RateLimitError when too many wait.
 */
export interface Passwords {
  /**
   * What to keep of a password that somebody chose: a `Profile.passwordHash`. To be called before `atomically`, which
   * cannot wait.
   *
   * @throws IdentityError `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
   */
  hash(password: string, caller: Caller): Promise<string>
  /**
   * Whether a password is the one of an account. It takes the same time when there is no hash, so that it does not tell
   * who has an account. (Guarded by the test "is compared even if there is none".)
   */
  compare(password: string, hash: string | null | undefined, caller: Caller): Promise<Comparison>
}

export interface PasswordsOptions {
  readonly policy: PasswordPolicy
  readonly parameters?: Argon2Parameters
}

/**
 * Two at once take 40 MB, half of the thread pool and at most two cores; the rest of the pool signs tokens meanwhile.
 * Two hundred wait for some three seconds.
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
 * More combining marks in a row than any language writes (UAX #15, 12.1). Normalizing sorts them, which takes seconds for
 * the 30,000 that a request can hold.
 */
const tooManyMarks = /\p{M}{31}/u

/** An é is one character on one keyboard and two on another. (RFC 8265, 4.2.2: NFC) */
function toOneForm(password: string): string {
  return tooManyMarks.test(password) ? password : password.normalize('NFC')
}
