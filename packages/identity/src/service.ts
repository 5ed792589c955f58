import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { MonotonicClock } from '@stockinette/rate-limit/rate-limits.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import { toStartError } from '@stockinette/sqlite/errors.ts'
import { tryWrite } from '@stockinette/sqlite/transaction.ts'
import type { SyncFile } from '@stockinette/sqlite/wal-file.ts'

import { createAttemptLimits } from './abuse/attempt-limits.ts'
import { createAudit, type AuditDetails, type SecurityEvent } from './abuse/audit.ts'
import { endSessionsOf, type VouchingSession } from './accounts/account-changes.ts'
import { Accounts } from './accounts/accounts.ts'
import { createAdministration } from './accounts/administration.ts'
import { createCleanUp, createFormerAddresses, createIdleAccounts, type IsInUse } from './accounts/clean-up.ts'
import { respellAddresses } from './accounts/respell-addresses.ts'
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
import type { Endpoint, IdentityContext } from './context.ts'
import { createCodeFlow } from './federation/code-flow.ts'
import { createPendingTokens } from './federation/pending-tokens.ts'
import { createProviderClients, type ProviderClients } from './federation/provider-client.ts'
import { createProviders } from './federation/providers.ts'
import { methods, type ServiceName } from './methods.ts'
import { createPasswords } from './passwords/passwords.ts'
import { identityFile, migrations } from './storage/schema.ts'
import { requireOwnMode } from './storage/test-mode-mark.ts'
import { type AtomicallyInGroup, createAtomically, createGroupedTransactions } from './storage/transaction.ts'
import { createCustomTokens } from './tokens/custom-tokens.ts'
import { createDevices } from './tokens/devices.ts'
import { createIdTokens } from './tokens/id-tokens.ts'
import { createOpenSessions } from './tokens/open-sessions.ts'
import { createSessions } from './tokens/sessions.ts'
import { SigningKeys } from './tokens/signing-keys.ts'

/**
 * Answers a method of the protocol. `input` has the fields of the request.
 *
 * Rejects with IdentityError to refuse the request, with RateLimitError, and with StorageUnavailableError.
 */
export type Method = (input: unknown, caller: Caller) => Promise<object>

export interface ServiceOptions {
  /** The folder for `identity.sqlite`. */
  readonly dataDir: string
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
  /** Called for each security event, when it is logged. It must not throw. */
  readonly onEvent?: (event: SecurityEvent, details: AuditDetails) => void
  /** Called before idle anonymous accounts are deleted. Without it none is. */
  readonly isInUse?: IsInUse
  /** Whether it deletes what is old, at once and every hour; `true` by default. */
  readonly cleansUp?: boolean
  /** See `CleanUpOptions`. */
  readonly distrustClock?: () => string | undefined
  /** For tests of slow or failing disks. */
  readonly syncFile?: SyncFile
}

/** The identity service, without HTTP. */
export type IdentityService = Awaited<ReturnType<typeof openService>>

/** The context and the methods of a mode. */
export interface Mode {
  readonly context: IdentityContext
  /** Other methods of `identitytoolkit` than the normal ones. */
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

interface ModeOptions<M extends Mode> {
  readonly isTestMode: boolean
  readonly createMode: (normal: IdentityContext, database: DatabaseSync) => M
}

/**
 * Opens the service. The first start does not wait for the signing key; the first token does.
 *
 * @throws StartError when the database cannot be opened, or was used in test mode.
 */
export function openService(options: ServiceOptions) {
  return openServiceIn(options, { isTestMode: false, createMode: (context): Mode => ({ context, endpoints: {} }) })
}

/** As `openService`, in normal mode or in test mode (`emulator/test-identity.ts`). */
export async function openServiceIn<M extends Mode>(
  options: ServiceOptions,
  { isTestMode, createMode }: ModeOptions<M>,
) {
  const { dataDir, log, settings = defaultSettings, now = () => new Date() } = options
  const database = openOwnDatabase(join(dataDir, identityFile), isTestMode, log)
  const keys = new SigningKeys(database, now, log)
  keys.current().catch((error: unknown) => log.error({ err: error }, 'the signing key could not be made ready'))
  const grouped = createGroupedTransactions(database, options.syncFile)
  const clients = createProviderClients(settings.providers, now)
  const normal = createContext({ ...options, settings, now, database, keys, clients, grouped })
  const mode = createMode(normal, database)
  const { context } = mode
  const { audit, attemptLimits, pages, openSessions } = context
  const cleanUp = startCleanUp(context, database, options)
  return {
    /** All supported methods, by host and then by HTTP method and path, such as `POST /v1/accounts:signUp`. */
    methods: {
      identitytoolkit: bind({ ...methods.identitytoolkit, ...mode.endpoints }, context),
      securetoken: bind(methods.securetoken, context),
      www: bind(methods.www, context),
    } satisfies Record<ServiceName, ReadonlyMap<string, Method>>,
    /** Sign-ins at other providers through this service. */
    codeFlow: createCodeFlow({ attemptLimits, audit, clients, log, now }),
    administration: createAdministration(context, keys),
    attemptLimits,
    pages,
    mode,
    /** The public keys of ID tokens, to verify them. */
    keySet: keys.keySet,
    /** Whether the sessions of ID tokens are open. */
    openSessions,
    /**
     * Ends all sessions of an account, for its user. Does nothing if the account does not exist.
     *
     * @param session of the user; the providers of a protected account end, except the one that it was opened with.
     *
     * Rejects with StorageUnavailableError.
     */
    async endSessions(uid: string, caller: Caller, session?: VouchingSession): Promise<void> {
      const isThere = await context.atomicallyInGroup(() => {
        const account = context.accounts.find(uid)
        if (account !== undefined) endSessionsOf(context, uid, session)
        return account !== undefined
      })
      if (isThere) audit('tokens-revoked', caller, { uid })
    },
    /** @throws StorageUnavailableError if the database cannot be written. */
    tryWrite: () => tryWrite(database),
    /** Closes the database, once the first signing key is created. Call it when no request is pending. */
    async close(): Promise<void> {
      cleanUp.stop()
      await Promise.all([keys.settled(), grouped.close()])
      database.close()
    },
  }
}

function startCleanUp(context: IdentityContext, database: DatabaseSync, options: ServiceOptions) {
  const { codes, now } = context
  const { cleansUp = true, isInUse, distrustClock, log } = options
  const idleAccounts = createIdleAccounts(database, context.atomically)
  const formerAddresses = createFormerAddresses(database)
  const cleanUp = createCleanUp({ idleAccounts, isInUse, formerAddresses, codes, log, now, distrustClock })
  if (cleansUp) cleanUp.start()
  return cleanUp
}

function openOwnDatabase(file: string, isTestMode: boolean, log: Log): DatabaseSync {
  const database = openDatabase(file, migrations, log)
  try {
    requireOwnMode(database, isTestMode)
    respellAddresses(database)
    return database
  } catch (error) {
    database.close()
    throw toStartError(error, file)
  }
}

interface ContextOptions extends ServiceOptions {
  readonly settings: IdentitySettings
  readonly now: () => Date
  readonly database: DatabaseSync
  readonly keys: SigningKeys
  readonly clients: ProviderClients
  readonly grouped: { readonly atomically: AtomicallyInGroup }
}

function createContext(options: ContextOptions): IdentityContext {
  const { projectId, settings, now, database, keys } = options
  const limits = { enabled: settings.isRateLimited, now: options.monotonicNow }
  const atomically = createAtomically(database)
  const sessions = createSessions(database, atomically, now)
  const devices = createDevices(database, atomically, now)
  return {
    projectId,
    settings,
    accounts: new Accounts({ database, atomically, sessions, devices, now }),
    sessions,
    devices,
    openSessions: createOpenSessions(database),
    codes: createCodes(database, atomically, now),
    atomically,
    atomicallyInGroup: options.grouped.atomically,
    idTokens: createIdTokens(keys, projectId, now),
    passwords: createPasswords({ policy: settings.passwordPolicy }),
    customTokens: createCustomTokens(keys, projectId, now),
    pendingTokens: createPendingTokens(keys, projectId, now),
    providers: createProviders(options.clients, now),
    audit: createAudit(options.log, limits, options.onEvent),
    attemptLimits: createAttemptLimits(limits),
    isProtected: options.isProtected ?? (() => false),
    isPasswordAllowed: options.isPasswordAllowed ?? (() => true),
    mailer: options.mailer,
    pages: { ...defaultPages, ...options.pages },
    now,
  }
}

function bind(endpoints: Readonly<Record<string, Endpoint>>, context: IdentityContext): ReadonlyMap<string, Method> {
  const toMethod = (endpoint: Endpoint): Method => {
    return (input, caller) => endpoint(context, input, caller)
  }
  return new Map(Object.entries(endpoints).map(([name, endpoint]) => [name, toMethod(endpoint)]))
}
