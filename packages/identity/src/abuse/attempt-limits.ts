import type { Address } from '@stockinette/rate-limit/address.ts'
import {
  type Count,
  createRateLimits,
  giveBackAll,
  perHour,
  type Rate,
  type RateLimits,
  type RateLimitsOptions,
  takeAll,
} from '@stockinette/rate-limit/rate-limits.ts'

import type { Caller } from '../application.ts'
import { maxDevicesOfAccount } from '../tokens/devices.ts'

/** One attempt with a secret, such as a password. It counts as failed. */
export interface LoginAttempt {
  /** The secret was right, or was not compared because too many are waiting: the attempt does not count. */
  giveBack(): void
}

/** Who guesses a password. */
export interface Guesser {
  /** The e-mail address as `toEmail` returns it, whether or not it has an account. */
  readonly email: string
  /** The browser, if its device cookie is of that account (`Devices.find`). */
  readonly device: string | undefined
}

/** The recipient of an e-mail. */
export interface Recipient {
  /** As `toEmail` returns it. */
  readonly email: string
  /** Whether the address is that of a protected account. */
  readonly isProtected: boolean
  /** The browser that asks for it, if its device cookie is of that account. */
  readonly device?: string | undefined
}

const minute = 60

export type AttemptLimits = ReturnType<typeof createAttemptLimits>

/**
 * Limits guessing and flooding. A refused call does not count. All methods except `tryNotify` throw RateLimitError.
 *
 * A failed login attempt in a browser with a device cookie of the account counts against ten an hour of that browser, and fifty of
 * all such browsers: a stolen session gets another cookie with each new ID token. Any other counts against three limits:
 *
 * - account and network together: ten, then one every two minutes. After ten typing errors the user waits two minutes.
 * - address: 300, then one every six seconds, against one password tried on many accounts.
 * - account, from all networks: fifty, then one a minute, against many machines that attack one account. 1,500 attempts a day
 *   only find common passwords.
 *
 * Strangers can use up the last one. Then the user signs in where they did before, or resets the password by e-mail, which
 * gives the browser its cookie and which login attempts cannot block. A successful attempt counts against none.
 *
 * An e-mail counts by recipient, by address and in total. E-mails to a protected account do not count in total, and from
 * browsers with its device cookies they only count by these, in the same way, so strangers cannot block them there. Elsewhere
 * strangers can use up the limit of her address; an administrator can give her a link without an e-mail.
 *
 * Mobile carriers put thousands of people behind one address, so an address may do much more than one account.
 *
 * Counts are in memory only.
 */
export function createAttemptLimits(options: RateLimitsOptions) {
  const limits = createRateLimits(options)
  // No IPv6 network, however wide, takes more than half of all sign-ups.
  const signUpsByAddress = limits.byAddress(perHour(300), 1_500)
  // A small shop on the day it is in the newspaper stays far below. The disk has room for years of this.
  const signUps = limits.overall(perHour(3_000))
  const providerSignIns = limits.byAddress(perHour(300))
  // One, and a page that asks again after a lost response. Each asks the provider.
  const providerAnswers = limits.byKey({ burst: 3, everySeconds: 10 * minute })
  const noticesByRecipient = limits.byKey({ burst: 5, everySeconds: 6 * 60 * minute })
  const changesByAccount = limits.byKey({ burst: 30, everySeconds: 2 })
  // A client refreshes once an hour. An account has up to a hundred sessions, and a browser many tabs.
  const refreshesByAccount = limits.byKey({ burst: 120, everySeconds: 2 })
  const toGuessCounts = createGuessCounts(limits)
  const toMailCounts = createMailCounts(limits)
  return {
    /** Call it before comparing the secret, so that simultaneous attempts all count. */
    attemptLogin(guesser: Guesser, { address }: Caller): LoginAttempt {
      const counts = toGuessCounts(guesser, address)
      takeAll(counts)
      return { giveBack: () => giveBackAll(counts) }
    },
    /** Call it before creating an account. */
    signUp: ({ address }: Caller): void =>
      takeAll([
        [signUpsByAddress, address],
        [signUps, ''],
      ]),
    /** Call it before starting a sign-in at another provider. */
    startProviderSignIn: ({ address }: Caller): void => takeAll([[providerSignIns, address]]),
    /** Call it before asking a provider about its answer. @param state of the sign-in that was started. */
    redeemProviderAnswer: (state: string): void => takeAll([[providerAnswers, state]]),
    /** Call it before sending an e-mail. */
    sendMail: (recipient: Recipient, { address }: Caller): void => takeAll(toMailCounts(recipient, address)),
    /**
     * Takes one e-mail that notifies a user of a change of their account; `false` when none is left. These have a limit of
     * their own, which requests for other e-mails cannot use up.
     */
    tryNotify: (recipient: string): boolean => noticesByRecipient.take(recipient) === 0,
    /** Call it before changing an account, or signing in to it. */
    changeAccount: (uid: string): void => takeAll([[changesByAccount, uid]]),
    /** Call it before issuing a new ID token. */
    refreshToken: (uid: string): void => takeAll([[refreshesByAccount, uid]]),
  }
}

/** Counts by a device, and by all of an account together. */
function createDeviceCounts(limits: RateLimits, { burst, everySeconds }: Rate) {
  const byDevice = limits.byKey({ burst, everySeconds })
  const byAccount = limits.byKey({
    burst: burst * maxDevicesOfAccount,
    everySeconds: everySeconds / maxDevicesOfAccount,
  })
  return (device: string, email: string): readonly Count[] => [
    [byDevice, device],
    [byAccount, email],
  ]
}

function createGuessCounts(limits: RateLimits) {
  const toDeviceCounts = createDeviceCounts(limits, perHour(10))
  const byPair = limits.byKey({ burst: 10, everySeconds: 2 * minute })
  const byAccount = limits.byKey({ burst: 50, everySeconds: minute })
  const byAddress = limits.byAddress({ burst: 300, everySeconds: 6 })
  return ({ email, device }: Guesser, address: Address): readonly Count[] => {
    if (device !== undefined) return toDeviceCounts(device, email)
    return [
      [byPair, JSON.stringify([email, address])],
      [byAddress, address],
      [byAccount, email],
    ]
  }
}

function createMailCounts(limits: RateLimits) {
  const rateOfRecipient = { burst: 5, everySeconds: 10 * minute }
  const toDeviceCounts = createDeviceCounts(limits, rateOfRecipient)
  const byRecipient = limits.byKey(rateOfRecipient)
  // No IPv6 network, however wide, takes more than a third of all e-mails.
  const byAddress = limits.byAddress({ burst: 60, everySeconds: minute }, 100)
  // Below the limits of small mail providers, and far above what an application with anonymous users needs.
  const inAll = limits.overall(perHour(300))
  return ({ email, isProtected, device }: Recipient, address: Address): readonly Count[] => {
    if (isProtected && device !== undefined) return toDeviceCounts(device, email)
    const counts: Count[] = [
      [byRecipient, email],
      [byAddress, address],
    ]
    return isProtected ? counts : [...counts, [inAll, '']]
  }
}
