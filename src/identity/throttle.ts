import { LRUCache } from 'lru-cache'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import { createAllowance } from './allowance.ts'
import type { Allowance } from './allowance.ts'
import type { Client } from './endpoint.ts'

/** One guess at a secret, such as a password. It counts as wrong until it is said to be right. */
export interface Guess {
  right(): void
}

/**
 * Slows down whoever guesses or floods. Every method throws ShopError `too-many-requests`, with `retryAfterSeconds`;
 * what was refused does not count.
 */
export interface Throttle {
  /**
   * To be called before a secret is looked at, so that guesses made at the same time are all counted.
   *
   * @param account what is guessed at: an e-mail address in the form of `toEmail`, whether it has an account or not.
   */
  guess(account: string, client: Client): Guess
  /** To be called before a mail is sent. `recipient` is an e-mail address in the form of `toEmail`. */
  mail(recipient: string, client: Client): void
  /**
   * Whether one more mail may tell the owner of an address what became of their account. These are counted by
   * themselves: nobody who asks for other mails can keep them from being sent.
   */
  mayTell(recipient: string): boolean
}

const minute = 60

/** Carriers of mobile telephones put thousands of people behind one address: it may do much more than a pair. */
const allowances = {
  guessesByPair: { burst: 10, everySeconds: 2 * minute },
  guessesByAccount: { burst: 50, everySeconds: minute },
  guessesByAddress: { burst: 300, everySeconds: 6 },
  mailsByRecipient: { burst: 5, everySeconds: 10 * minute },
  mailsByAddress: { burst: 60, everySeconds: minute },
  noticesByRecipient: { burst: 5, everySeconds: 6 * 60 * minute },
}

/** Where somebody was right is remembered for as long as people keep a telephone's address, at the very most. */
const trusted = { max: 100_000, ttl: 30 * 24 * 60 * minute * 1000 }

export interface ThrottleOptions {
  readonly enabled: boolean
  readonly now: () => Date
}

/**
 * A wrong guess is counted three times over, and each count is given back as time goes by:
 *
 * - by account and address together: ten, then one every two minutes. Who mistypes ten times waits two minutes.
 * - by address: 300, then one every six seconds, against one password tried on many accounts.
 * - by account, from all addresses that nobody has signed in to it from: fifty, then one a minute, against many
 *   machines that guess at one account. Fifteen hundred guesses a day find no password that is not a common one.
 *
 * A stranger can use up only the third, and that one does not concern the owner at an address where a guess of theirs
 * was right before. Anywhere else they take turns with the stranger, a try a minute, for as long as that goes on, or
 * have a new password mailed to them, which no guessing holds up.
 * A right guess is given back everywhere, and its address is one of the owner's from then on.
 *
 * Counts are kept in memory, for a bounded number of keys, and are gone with a restart.
 */
export function createThrottle({ enabled, now }: ThrottleOptions): Throttle {
  if (!enabled) return { guess: () => ({ right: () => {} }), mail: () => {}, mayTell: () => true }
  const byPair = createAllowance({ ...allowances.guessesByPair, now })
  const byAccount = createAllowance({ ...allowances.guessesByAccount, now })
  const byAddress = createAllowance({ ...allowances.guessesByAddress, now })
  const mailsByRecipient = createAllowance({ ...allowances.mailsByRecipient, now })
  const mailsByAddress = createAllowance({ ...allowances.mailsByAddress, now })
  const noticesByRecipient = createAllowance({ ...allowances.noticesByRecipient, now })
  const ownersPairs = new LRUCache<string, true>(trusted)
  return {
    guess(account, { address }) {
      const pair = JSON.stringify([account, address])
      const counts: Count[] = [
        [byPair, pair],
        [byAddress, address],
        ...(ownersPairs.has(pair) ? [] : ([[byAccount, account]] satisfies Count[])),
      ]
      takeAll(counts)
      return {
        right() {
          for (const [allowance, key] of counts) allowance.giveBack(key)
          ownersPairs.set(pair, true)
        },
      }
    },
    mail: (recipient, { address }) =>
      takeAll([
        [mailsByRecipient, recipient],
        [mailsByAddress, address],
      ]),
    mayTell: (recipient) => noticesByRecipient.take(recipient) === 0,
  }
}

type Count = readonly [allowance: Allowance, key: string]

/** From each, or from none. */
function takeAll(counts: readonly Count[]): void {
  const taken: Count[] = []
  for (const [allowance, key] of counts) {
    const retryAfterSeconds = allowance.take(key)
    if (retryAfterSeconds > 0) {
      for (const [other, otherKey] of taken) other.giveBack(otherKey)
      throw new ShopError('too-many-requests', problems.tooManyRequests, { retryAfterSeconds })
    }
    taken.push([allowance, key])
  }
}
