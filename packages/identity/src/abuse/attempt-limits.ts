import type { Address } from '@stockinette/rate-limit/address.ts'
import {
  type Count,
  createRateLimits,
  giveBackAll,
  perHour,
  type RateLimits,
  type RateLimitsOptions,
  takeAll,
} from '@stockinette/rate-limit/rate-limits.ts'
import { LRUCache } from 'lru-cache'

import type { Caller } from '../application.ts'

/** One attempt with a secret, such as a password. It counts as failed until `succeed` is called. */
export interface LoginAttempt {
  succeed(): void
  /** The secret was not compared, for example because too many passwords are waiting: the attempt does not count. */
  cancel(): void
}

/** The recipient of an e-mail. */
export interface Recipient {
  /** As `toEmail` returns it. */
  readonly email: string
  /** Whether the address is that of a protected account. */
  readonly isProtected: boolean
}

const minute = 60

/** Mobile carriers put thousands of people behind one address, so an address may do much more than one account. */
const rates = {
  signUpsByAddress: perHour(300),
  /** No IPv6 network, however wide, takes more than half of all sign-ups. */
  signUpsByNetwork: 1_500,
  /** A small shop on the day it is in the newspaper stays far below. The disk has room for years of this. */
  signUps: perHour(3_000),
  providerSignInsByAddress: perHour(300),
  guessesByPair: { burst: 10, everySeconds: 2 * minute },
  guessesByAccount: { burst: 50, everySeconds: minute },
  guessesByAddress: { burst: 300, everySeconds: 6 },
  mailsByRecipient: { burst: 5, everySeconds: 10 * minute },
  mailsByAddress: { burst: 60, everySeconds: minute },
  /** No IPv6 network, however wide, takes more than a third of all e-mails. */
  mailsByNetwork: 100,
  /** Below the limits of small mail providers, and far above what an application with anonymous users needs. */
  mails: perHour(300),
  noticesByRecipient: { burst: 5, everySeconds: 6 * 60 * minute },
  changesByAccount: { burst: 30, everySeconds: 2 },
  /** A client refreshes once an hour. An account has up to a hundred sessions, and a browser many tabs. */
  refreshesByAccount: { burst: 120, everySeconds: 2 },
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>

/**
 * Limits guessing and flooding. A refused call does not count. All methods except `tryNotify`, `addKnownNetwork` and
 * `forgetKnownNetworks` throw RateLimitError.
 *
 * A failed login attempt counts against three limits:
 *
 * - account and network together: ten, then one every two minutes. After ten typing errors the user waits two minutes.
 * - address: 300, then one every six seconds, against one password tried on many accounts.
 * - account, from all networks without an earlier sign-in: fifty, then one a minute, against many machines that attack one
 *   account. 1,500 attempts a day only find common passwords.
 *
 * A stranger can use up only the third, which does not apply to networks from which the user has signed in before.
 * Elsewhere the user competes with the stranger for one attempt a minute, or resets the password by e-mail, which login
 * attempts cannot block. A successful attempt counts against none.
 *
 * An e-mail counts by recipient, by address and in total. E-mails to a protected account do not count in total, and on
 * networks from which its owner has signed in they only count by that network, so strangers cannot block them there.
 * Elsewhere strangers can use up the limit of her address; an administrator can give her a link without an e-mail.
 *
 * Counts are in memory only. After a restart, a network is known again as soon as a client of the user there gets a new ID
 * token.
 */
export function createAttemptLimits(options: RateLimitsOptions) {
  const limits = createRateLimits(options)
  const known = createKnownNetworks()
  const signUpsByAddress = limits.byAddress(rates.signUpsByAddress, rates.signUpsByNetwork)
  const signUps = limits.overall(rates.signUps)
  const providerSignIns = limits.byAddress(rates.providerSignInsByAddress)
  const noticesByRecipient = limits.byKey(rates.noticesByRecipient)
  const changesByAccount = limits.byKey(rates.changesByAccount)
  const refreshesByAccount = limits.byKey(rates.refreshesByAccount)
  const toGuessCounts = createGuessCounts(limits)
  const toMailCounts = createMailCounts(limits)
  return {
    /**
     * Call it before comparing the secret, so that simultaneous attempts all count.
     *
     * @param account the e-mail address as `toEmail` returns it, whether or not it has an account.
     */
    attemptLogin(account: string, { address }: Caller): LoginAttempt {
      const counts = toGuessCounts(account, address, known.has(account, address))
      takeAll(counts)
      return {
        succeed() {
          giveBackAll(counts)
          known.add(account, address)
        },
        cancel: () => giveBackAll(counts),
      }
    },
    /** Call it before creating an account. */
    signUp: ({ address }: Caller): void =>
      takeAll([
        [signUpsByAddress, address],
        [signUps, ''],
      ]),
    /** Call it before starting a sign-in at another provider. */
    startProviderSignIn: ({ address }: Caller): void => takeAll([[providerSignIns, address]]),
    /** Call it before sending an e-mail. */
    sendMail: (recipient: Recipient, { address }: Caller): void =>
      takeAll(toMailCounts(recipient, address, known.has(recipient.email, address))),
    /**
     * Takes one e-mail that notifies a user of a change of their account; `false` when none is left. These have a limit of
     * their own, which requests for other e-mails cannot use up.
     */
    tryNotify: (recipient: string): boolean => noticesByRecipient.take(recipient) === 0,
    /** Call it before changing an account, or signing in to it. */
    changeAccount: (uid: string): void => takeAll([[changesByAccount, uid]]),
    /** Call it before issuing a new ID token. */
    refreshToken: (uid: string): void => takeAll([[refreshesByAccount, uid]]),
    /** Notes that a caller has proved that an account is theirs. `account` is its e-mail address. */
    addKnownNetwork: (account: string, { address }: Caller): void => known.add(account, address),
    /** Forgets all of them, for an account that passes to another user. */
    forgetKnownNetworks: (account: string): void => known.forget(account),
  }
}

function createGuessCounts(limits: RateLimits) {
  const byPair = limits.byKey(rates.guessesByPair)
  const byAccount = limits.byKey(rates.guessesByAccount)
  const byAddress = limits.byAddress(rates.guessesByAddress)
  return (account: string, address: Address, isKnown: boolean): readonly Count[] => {
    const counts: Count[] = [
      [byPair, toPair(account, address)],
      [byAddress, address],
    ]
    return isKnown ? counts : [...counts, [byAccount, account]]
  }
}

function createMailCounts(limits: RateLimits) {
  const byProtectedPair = limits.byKey(rates.mailsByRecipient)
  const byRecipient = limits.byKey(rates.mailsByRecipient)
  const byAddress = limits.byAddress(rates.mailsByAddress, rates.mailsByNetwork)
  const inAll = limits.overall(rates.mails)
  return ({ email, isProtected }: Recipient, address: Address, isKnown: boolean): readonly Count[] => {
    if (isProtected && isKnown) return [[byProtectedPair, toPair(email, address)]]
    const counts: Count[] = [
      [byRecipient, email],
      [byAddress, address],
    ]
    return isProtected ? counts : [...counts, [inAll, '']]
  }
}

function toPair(account: string, address: Address): string {
  return JSON.stringify([account, address])
}

/** A phone rarely keeps its address for longer. */
const knownNetworkTtlMs = 30 * 24 * 3_600_000

/** Bounds the memory. */
const maxKnown = { accounts: 10_000, networks: 50 }

/** The networks from which a user has signed in to an account, by the account's e-mail address as `toEmail` returns it. */
function createKnownNetworks() {
  const byEmail = new LRUCache<string, LRUCache<string, true>>({ max: maxKnown.accounts })
  const create = () => new LRUCache<string, true>({ max: maxKnown.networks, ttl: knownNetworkTtlMs })
  return {
    has: (email: string, address: Address): boolean => byEmail.get(email)?.has(address) ?? false,
    add(email: string, address: Address): void {
      byEmail.set(email, (byEmail.get(email) ?? create()).set(address, true))
    },
    forget: (email: string): void => void byEmail.delete(email),
  }
}
