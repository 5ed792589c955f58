import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { MonotonicClock } from '@stockinette/rate-limit/rate-limiter.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import { tryWrite } from '@stockinette/sqlite/transaction.ts'
import type { SyncFile } from '@stockinette/sqlite/wal-file.ts'
import type { JWTVerifyGetKey } from 'jose'

import { createAttemptLimits, type AttemptLimits } from './abuse/attempt-limits.ts'
import { createAudit } from './abuse/audit.ts'
import { Accounts } from './accounts/accounts.ts'
import { type Administration, createAdministration } from './accounts/administration.ts'
import { createCleanUp, type IsInUse } from './accounts/clean-up.ts'
import { createIdleAccounts } from './accounts/idle-accounts.ts'
import { createCodes } from './action-codes/code-table.ts'
import type { Caller } from './caller.ts'
import type { Endpoint, IdentityContext } from './context.ts'
import type { TestMode } from './emulator/test-mode.ts'
import { CodeFlow } from './federation/code-flow.ts'
import { createPendingTokens } from './federation/pending-tokens.ts'
import { createProviderClients } from './federation/provider-client.ts'
import { createProviders } from './federation/providers.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import { methods, type ServiceName } from './methods.ts'
import { defaultPages, type Pages } from './pages.ts'
import { createPasswords } from './passwords/passwords.ts'
import { defaultSettings, type IdentitySettings } from './settings.ts'
import { createGroupedTransactions } from './storage/group-transaction.ts'
import { migrations } from './storage/schema.ts'
import { createAtomically } from './storage/transaction.ts'
import { createCustomTokens } from './tokens/custom-tokens.ts'
import { endSessionsOf } from './tokens/end-sessions.ts'
import { createIdTokens } from './tokens/id-tokens.ts'
import { createOpenSessions, type OpenSessions } from './tokens/open-sessions.ts'
import { createSessions } from './tokens/sessions.ts'
import { SigningKeys } from './tokens/signing-keys.ts'

/**
 * Answers a method of the protocol. `input` has the fields of the request.
 *
 * Rejects with IdentityError to refuse the request, with RateLimitError, and with StorageUnavailableError.
 */
export type Method = (input: unknown, caller: Caller) => Promise<object>

/** The identity service, without HTTP. */
export interface IdentityService {
  readonly projectId: string
  /** All supported methods, by host and then by HTTP method and path, such as `POST /v1/accounts:signUp`. */
  readonly methods: Readonly<Record<ServiceName, ReadonlyMap<string, Method>>>
  /** Sign-ins at other providers through this service. */
  readonly codeFlow: CodeFlow
  readonly administration: Administration
  readonly attemptLimits: AttemptLimits
  readonly pages: Pages
  /** Only in test mode. */
  readonly testMode: Pick<TestMode, 'routes' | 'action'> | undefined
  /** The public keys of ID tokens, to verify them. */
  readonly keySet: JWTVerifyGetKey
  /** Whether the sessions of ID tokens are open. */
  readonly openSessions: OpenSessions
  /**
   * Ends all sessions of an account, for its user. Does nothing if the account does not exist.
   *
   * Rejects with StorageUnavailableError.
   */
  endSessions(uid: string, caller: Caller): Promise<void>
  /** @throws StorageUnavailableError if the database cannot be written. */
  tryWrite(): void
  /** Closes the database, once the first signing key is created. Call it when no request is pending. */
  close(): Promise<void>
}

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
  /** Called before idle anonymous accounts are deleted. Without it none is. */
  readonly isInUse?: IsInUse
  /** See `CleanUpOptions`. */
  readonly distrustClock?: () => string | undefined
  /** For tests of slow or failing disks. */
  readonly syncFile?: SyncFile
}

/**
 * Opens the service. The first start does not wait for the signing key; the first token does.
 *
 * @throws StartError when the database cannot be opened.
 */
export async function openService(options: ServiceOptions): Promise<IdentityService> {
  const { dataDir, projectId, log, mailer, settings = defaultSettings, now = () => new Date() } = options
  const database = openDatabase(join(dataDir, 'identity.sqlite'), migrations)
  const keys = new SigningKeys(database, now, log)
  keys.current().catch((error: unknown) => log.error({ err: error }, 'the signing key could not be made ready'))
  const atomically = createAtomically(database)
  const grouped = createGroupedTransactions(database, options.syncFile)
  const sessions = createSessions(database, atomically, now)
  const providerClients = createProviderClients(settings.providers, now)
  const normal: IdentityContext = {
    projectId,
    settings,
    accounts: new Accounts({ database, atomically, sessions, now }),
    sessions,
    openSessions: createOpenSessions(database),
    codes: createCodes(database, atomically, now),
    atomically,
    atomicallyInGroup: grouped.atomically,
    idTokens: createIdTokens(keys, projectId, now),
    passwords: createPasswords({ policy: settings.passwordPolicy }),
    customTokens: createCustomTokens(keys, projectId, now),
    pendingTokens: createPendingTokens(keys, projectId, now),
    providers: createProviders(providerClients, now),
    audit: createAudit(log),
    attemptLimits: createAttemptLimits({ enabled: settings.isRateLimited, now: options.monotonicNow }),
    isProtected: options.isProtected ?? (() => false),
    mailer,
    pages: { ...defaultPages, ...options.pages },
    now,
  }
  const testMode = settings.isEmulator ? await openTestMode(normal, database, log) : undefined
  const context = testMode?.context ?? normal
  const cleanUp = createCleanUp({
    idleAccounts: createIdleAccounts(database, atomically),
    isInUse: options.isInUse,
    codes: context.codes,
    log,
    now,
    distrustClock: options.distrustClock,
  })
  cleanUp.start()
  return {
    projectId,
    administration: createAdministration(context, keys),
    codeFlow: new CodeFlow(providerClients, context.audit, log, now),
    testMode,
    attemptLimits: context.attemptLimits,
    pages: context.pages,
    methods: {
      identitytoolkit: bind({ ...methods.identitytoolkit, ...testMode?.endpoints }, context),
      securetoken: bind(methods.securetoken, context),
      www: bind(methods.www, context),
    },
    keySet: keys.keySet,
    openSessions: context.openSessions,
    async endSessions(uid, caller) {
      const isThere = await context.atomicallyInGroup(() => {
        const account = context.accounts.find(uid)
        if (account !== undefined) endSessionsOf(context, uid)
        return account !== undefined
      })
      if (isThere) context.audit('tokens-revoked', caller, { uid })
    },
    tryWrite: () => tryWrite(database),
    async close() {
      cleanUp.stop()
      await Promise.all([keys.settled(), grouped.close()])
      database.close()
    },
  }
}

/** Loads the code of test mode only when needed. */
async function openTestMode(context: IdentityContext, database: DatabaseSync, log: Log) {
  log.warn(
    'TEST MODE of the identity service: anybody can sign in as anybody and remove every account. This is for tests alone.',
  )
  const testMode = await import('./emulator/test-mode.ts')
  return testMode.createTestMode(context, database)
}

function bind(endpoints: Readonly<Record<string, Endpoint>>, context: IdentityContext): ReadonlyMap<string, Method> {
  const toMethod = (endpoint: Endpoint): Method => {
    return (input, caller) => endpoint(context, input, caller)
  }
  return new Map(Object.entries(endpoints).map(([name, endpoint]) => [name, toMethod(endpoint)]))
}
