import { commandLineAddress, type Address } from '@stockinette/rate-limit/address.ts'

import type { ActionMode } from './action-codes/code-table.ts'

/** Who calls a method. */
export interface Caller {
  readonly address: Address
  /**
   * The application's own origin, which links in e-mails start with: `https://shop.example`. It must not be taken from
   * the request's `Host`, which anyone can set to have another user's code sent to their own site.
   */
  readonly origin: string
  /** Set by the service's own `fetch`, for a page in a browser. */
  readonly device?: Device
}

/** A browser, by its device cookie (`tokens/devices.ts`). */
export interface Device {
  /** The value of its cookie, not yet checked. */
  readonly secret: string | undefined
  /** Replaces the cookie, if the request succeeds. */
  keep(secret: string): void
}

/** The administrator on the command line. */
export const commandLine: Caller = { address: commandLineAddress, origin: '' }

/** Writes one line with fields, or a line alone. A logger of pino is one. */
interface WriteLine {
  (fields: object, message: string): void
  (message: string): void
}

/** Where the service logs. Nothing that is logged holds a password, a token or a code. */
export interface Log {
  readonly info: WriteLine
  readonly warn: WriteLine
  readonly error: WriteLine
}

/** The application's own pages, as far as the service sends people there. */
export interface Pages {
  /** The path of the page that action links open. */
  readonly actionPath: string
  /** The path of the page that a sign-in at another provider returns to. */
  readonly signInPath: string
  /** The language of action links (`lang`), as a BCP 47 tag. */
  readonly language: string
}

export const defaultPages: Pages = { actionPath: '/__/auth/action', signInPath: '/sign-in', language: 'en' }

/** An e-mail with an action link, to be worded and sent by the application. */
export interface Mail {
  /** What it is about: the `mode` of the link. */
  readonly kind: ActionMode
  /** A valid e-mail address. */
  readonly to: string
  readonly link: string
  /** The address that the account gets or got, if the e-mail is about that. */
  readonly newEmail?: string | undefined
}

export interface Mailer {
  /**
   * Sends an e-mail, within a bounded time. `refused`: the mail server has no such recipient. Rejects with an error whose
   * `code` is `mail-unavailable` when it cannot be sent now.
   */
  send(mail: Mail): Promise<'accepted' | 'refused'>
}

/** The requirements of passwords. (identity-platform: REST, PasswordPolicy) */
export interface PasswordPolicy {
  /** In UTF-16 code units, as the client counts. */
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly needsLowercase: boolean
  readonly needsUppercase: boolean
  readonly needsDigit: boolean
  readonly needsOther: boolean
  /** If not, pages show the policy, but any password of six characters is accepted. */
  readonly isEnforced: boolean
}

/** An OpenID Connect provider. Its ID tokens are trusted, also about verified e-mail addresses. */
export interface ProviderSettings {
  /** `google.com`, or `oidc.` and a name. */
  readonly id: string
  readonly issuer: string
  /** The accepted audiences of its ID tokens. Sign-ins through this service use the first. */
  readonly clientIds: readonly string[]
  /** Authenticates this service to the provider. */
  readonly clientSecret?: string | undefined
}

/**
 * Who makes accounts with an e-mail address: anyone through the protocol, or only the application through `Administration`.
 * Anonymous accounts, and accounts that have an address, are the same with both.
 */
export type WhoSignsUp = 'anyone' | 'owners'

/** Settings of the service. */
export interface IdentitySettings {
  readonly passwordPolicy: PasswordPolicy
  readonly providers: readonly ProviderSettings[]
  /** Whether rate limits are on; off for benchmarks and test suites. */
  readonly isRateLimited: boolean
  readonly signUp: WhoSignsUp
}

export const defaultSettings: IdentitySettings = {
  passwordPolicy: {
    minLength: 6,
    maxLength: undefined,
    needsLowercase: false,
    needsUppercase: false,
    needsDigit: false,
    needsOther: false,
    isEnforced: false,
  },
  providers: [],
  isRateLimited: true,
  signUp: 'anyone',
}
