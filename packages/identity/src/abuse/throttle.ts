import { narrowestNetwork } from '@stockinette/rate-limit/networks.ts'
import { perHour } from '@stockinette/rate-limit/rate-limiter.ts'
import { createRateLimits, giveBackAll, takeAll } from '@stockinette/rate-limit/rate-limits.ts'
import type { Count, RateLimits, RateLimitsOptions } from '@stockinette/rate-limit/rate-limits.ts'

import type { Caller } from '../caller.ts'
import { createKnownNetworks } from './known-networks.ts'

/** One guess at a secret, such as a password. It counts as wrong until it is said to be right. */
export interface LoginAttempt {
  succeed(): void
  /** It was not looked at after all, as when too many passwords wait: it does not count. */
  cancel(): void
}

/** Whom a mail goes to. */
export interface Recipient {
  /** In the form of `toEmail`. */
  readonly email: string
  /** Whether the address is that of a protected account. */
  readonly isProtected: boolean
}

/**
 * Slows down guessing and flooding. Every method but `mayTell`, `trust` and `distrust` throws
 * RateLimitError, with `retryAfterSeconds`; what was refused does not count.
 */
export interface Throttle {
  /**
   * To be called before a secret is looked at, so that guesses made at the same time are all counted.
   *
   * @param account what is guessed at: an e-mail address in the form of `toEmail`, whether it has an account or not.
   */
  attemptLogin(account: string, caller: Caller): LoginAttempt
  /** To be called before an account is created. */
  signUp(caller: Caller): void
  /** To be called before a sign-in at another provider is started. */
  startProviderSignIn(caller: Caller): void
  /** To be called before a mail is sent. */
  sendMail(recipient: Recipient, caller: Caller): void
  /**
   * Whether one more mail may tell the owner of an address what became of their account. These are counted by
   * themselves: nobody who asks for other mails can keep them from being sent.
   */
  tryNotify(recipient: string): boolean
  /** To be called before an account that is signed in is changed, or signed in to once more. */
  changeAccount(uid: string): void
  /** To be called before an account gets a new ID token. */
  refreshToken(uid: string): void
  /** Notes that a client has shown that an account is theirs, by its e-mail address. */
  addKnownNetwork(account: string, caller: Caller): void
  /** Forgets who has shown that: the account passes to somebody else. */
  forgetKnownNetworks(account: string): void
}

const minute = 60

/** Carriers of mobile telephones put thousands of people behind one address: it may do much more than a pair. */
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
  /** No network of IPv6, however wide, takes more than a third of what all may do. */
  mailsByNetwork: 100,
  /** Below what small mail providers allow, and far above what a shop needs whose visitors sign in anonymously. */
  mails: perHour(300),
  noticesByRecipient: { burst: 5, everySeconds: 6 * 60 * minute },
  changesByAccount: { burst: 30, everySeconds: 2 },
  /** A client refreshes once an hour; an account has up to a hundred sessions, and a browser many tabs. */
  refreshesByAccount: { burst: 120, everySeconds: 2 },
}

/**
 * A wrong guess is counted three times over, and each count is given back as time goes by:
 *
 * - by account and network together: ten, then one every two minutes. After ten typing errors one waits two minutes.
 * - by address: 300, then one every six seconds, against one password tried on many accounts.
 * - by account, from all networks that nobody has signed in to it from: fifty, then one a minute, against many
 *   machines that guess at one account. Fifteen hundred guesses a day find no password that is not a common one.
 *
 * A stranger can use up only the third, and that one does not concern a network where the account was signed in to
 * before. Anywhere else its owner takes turns with the stranger, a try a minute, for as long as that goes on, or has a
 * new password mailed, which no guessing holds up. A right guess is given back everywhere.
 *
 * A mail is counted by recipient, by address and in all. Mails to a protected account are not among those in all, and
 * at a network where its owner has signed in they are counted by that network alone: whatever strangers ask for, she
 * gets hers there. Elsewhere strangers can use up what her address may get; an administrator gives her a link without a
 * mail.
 *
 * Counts are kept in memory and are gone with a restart. Where somebody has signed in is known again as soon as a
 * client of theirs, there, gets a new ID token.
 */
export function createThrottle(options: RateLimitsOptions): Throttle {
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
  const isKnown = (account: string, { address }: Caller) => known.has(account, address)
  const addKnownNetwork = (account: string, { address }: Caller) => known.add(account, address)
  return {
    attemptLogin(account, caller) {
      const counts = toGuessCounts(account, caller, isKnown(account, caller))
      takeAll(counts)
      return {
        succeed() {
          giveBackAll(counts)
          addKnownNetwork(account, caller)
        },
        cancel: () => giveBackAll(counts),
      }
    },
    signUp: ({ address }) =>
      takeAll([
        [signUpsByAddress, address],
        [signUps, ''],
      ]),
    startProviderSignIn: ({ address }) => takeAll([[providerSignIns, address]]),
    sendMail: (recipient, caller) => takeAll(toMailCounts(recipient, caller, isKnown(recipient.email, caller))),
    tryNotify: (recipient) => noticesByRecipient.take(recipient) === 0,
    changeAccount: (uid) => takeAll([[changesByAccount, uid]]),
    refreshToken: (uid) => takeAll([[refreshesByAccount, uid]]),
    addKnownNetwork,
    forgetKnownNetworks: (account) => known.forget(account),
  }
}

function createGuessCounts(limits: RateLimits) {
  const byPair = limits.byKey(rates.guessesByPair)
  const byAccount = limits.byKey(rates.guessesByAccount)
  const byAddress = limits.byAddress(rates.guessesByAddress)
  return (account: string, { address }: Caller, isKnown: boolean): readonly Count[] => {
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
  return ({ email, isProtected }: Recipient, { address }: Caller, isKnown: boolean): readonly Count[] => {
    if (isProtected && isKnown) return [[byProtectedPair, toPair(email, address)]]
    const counts: Count[] = [
      [byRecipient, email],
      [byAddress, address],
    ]
    return isProtected ? counts : [...counts, [inAll, '']]
  }
}

function toPair(account: string, address: string): string {
  return JSON.stringify([account, narrowestNetwork(address)])
}
