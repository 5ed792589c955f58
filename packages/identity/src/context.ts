import type { DatabaseSync } from 'node:sqlite'

import type { MonotonicClock } from '@stockinette/rate-limit/rate-limits.ts'

import { createAttemptLimits } from './abuse/attempt-limits.ts'
import { createAudit, type AuditDetails, type SecurityEvent } from './abuse/audit.ts'
import { Accounts } from './accounts/accounts.ts'
import { createCodes } from './action-codes/code-table.ts'
import {
  type Caller,
  defaultPages,
  defaultSettings,
  type IdentitySettings,
  type Log,
  type Mailer,
  type Pages,
} from './application.ts'
import { createPendingTokens } from './federation/pending-tokens.ts'
import { createProviderClients } from './federation/provider-client.ts'
import { createProviders } from './federation/providers.ts'
import { createPasswords } from './passwords/passwords.ts'
import { type AtomicallyInGroup, createAtomically } from './storage/transaction.ts'
import { createCustomTokens } from './tokens/custom-tokens.ts'
import { createDevices } from './tokens/devices.ts'
import { createIdTokens } from './tokens/id-tokens.ts'
import { createOpenSessions } from './tokens/open-sessions.ts'
import { createSessions } from './tokens/sessions.ts'
import { SigningKeys } from './tokens/signing-keys.ts'

export interface ContextOptions {
  /** The audience of ID tokens. */
  readonly projectId: string
  readonly log: Log
  /** Sends codes; without one, methods that send e-mail are refused. The service does not close it. */
  readonly mailer?: Mailer | undefined
  /** The pages of the application; `defaultPages` where left out. */
  readonly pages?: Partial<Pages>
  readonly settings?: IdentitySettings
  readonly now?: () => Date
  /** The clock of rate limits. */
  readonly monotonicNow?: MonotonicClock
  /**
   * Whether others must not lock the owner of an account out: its e-mails have a limit of their own, and a link to recover
   * a former address stays valid.
   *
   * @throws only StorageUnavailableError.
   */
  readonly isProtected?: (uid: string) => boolean
  /**
   * Whether an account may have a password, besides the policy. What is refused is `PASSWORD_TOO_WEAK`.
   *
   * @throws only StorageUnavailableError.
   */
  readonly isPasswordAllowed?: (uid: string, password: string) => boolean
  /** Called for each security event, when it is logged. What it throws is logged. */
  readonly onEvent?: (event: SecurityEvent, details: AuditDetails) => void
}

/** What methods use. */
export type IdentityContext = ReturnType<typeof createContext>

/** @param atomicallyInGroup for frequent requests. */
export function createContext(options: ContextOptions, database: DatabaseSync, atomicallyInGroup: AtomicallyInGroup) {
  const { projectId, log, settings = defaultSettings, now = () => new Date() } = options
  const limits = { enabled: settings.isRateLimited, now: options.monotonicNow }
  const keys = new SigningKeys(database, now, log)
  const providerClients = createProviderClients(settings.providers, now)
  return {
    ...createStores(database, now),
    atomicallyInGroup,
    projectId,
    settings,
    log,
    now,
    keys,
    idTokens: createIdTokens(keys, projectId, now),
    customTokens: createCustomTokens(keys, projectId, now),
    pendingTokens: createPendingTokens(keys, projectId, now),
    passwords: createPasswords(settings.passwordPolicy),
    providerClients,
    providers: createProviders(providerClients, now),
    audit: createAudit(log, limits, options.onEvent),
    attemptLimits: createAttemptLimits(limits),
    isProtected: options.isProtected ?? (() => false),
    isPasswordAllowed: options.isPasswordAllowed ?? (() => true),
    /** `undefined` when no e-mail can be sent. */
    mailer: options.mailer,
    pages: { ...defaultPages, ...options.pages },
  }
}

/** What is in the database, except for the signing keys. */
export function createStores(database: DatabaseSync, now: () => Date) {
  const atomically = createAtomically(database)
  const sessions = createSessions(database, atomically, now)
  const devices = createDevices(database, atomically, now)
  return {
    atomically,
    sessions,
    openSessions: createOpenSessions(database),
    devices,
    accounts: new Accounts({ database, atomically, sessions, devices, now }),
    codes: createCodes(database, atomically, now),
  }
}

/** The part of the context that a module needs. */
export type Uses<Name extends keyof IdentityContext> = Pick<IdentityContext, Name>

/**
 * A method of the protocol: from the unchecked fields of the request to those of the answer. The fields of a GET request are
 * in its query.
 *
 * @throws IdentityError to refuse the request; RateLimitError. Any other error is a failure of the service.
 */
export type Endpoint = (context: IdentityContext, input: unknown, caller: Caller) => Promise<object>
