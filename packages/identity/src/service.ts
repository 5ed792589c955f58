import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { MonotonicClock } from '@stockinette/rate-limit/rate-limiter.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import { tryWrite } from '@stockinette/sqlite/try-write.ts'
import type { SyncFile } from '@stockinette/sqlite/wal-file.ts'
import type { JWTVerifyGetKey } from 'jose'

import { createAudit } from './abuse/audit.ts'
import { createThrottle } from './abuse/throttle.ts'
import type { Throttle } from './abuse/throttle.ts'
import { createAccounts } from './accounts/accounts.ts'
import type { Administration } from './accounts/administration.ts'
import { createAdministration } from './accounts/administration.ts'
import { createCleanUp } from './accounts/clean-up.ts'
import type { IsInUse } from './accounts/clean-up.ts'
import { createIdleAccounts } from './accounts/idle-accounts.ts'
import { createCodes } from './action-codes/code-table.ts'
import type { Caller } from './caller.ts'
import type { Endpoint, IdentityContext } from './context.ts'
import type { TestMode } from './emulator/test-mode.ts'
import { createCodeFlow } from './federation/code-flow.ts'
import type { CodeFlow } from './federation/code-flow.ts'
import { createPendingTokens } from './federation/pending-tokens.ts'
import { createProviders } from './federation/providers.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import { methods } from './methods.ts'
import type { ServiceName } from './methods.ts'
import { defaultPages } from './pages.ts'
import type { Pages } from './pages.ts'
import { createPasswords } from './passwords/passwords.ts'
import { defaultSettings } from './settings.ts'
import type { IdentitySettings } from './settings.ts'
import { createGroupedTransactions } from './storage/group-transaction.ts'
import { migrations } from './storage/schema.ts'
import { createAtomically } from './storage/transaction.ts'
import { createCustomTokens } from './tokens/custom-tokens.ts'
import { endSessionsOf } from './tokens/end-sessions.ts'
import { createIdTokens } from './tokens/id-tokens.ts'
import { createOpenSessions } from './tokens/open-sessions.ts'
import type { OpenSessions } from './tokens/open-sessions.ts'
import { createSessions } from './tokens/sessions.ts'
import { createSigningKeys } from './tokens/signing-keys.ts'

/**
 * Answers one wire method. `input` holds the fields of the request.
 *
 * Rejects with IdentityError when the answer is no, with RateLimitError when it is not yet, and with
 * StorageUnavailableError when the storage fails.
 */
export type Method = (input: unknown, caller: Caller) => Promise<object>

/** The identity service, without HTTP. */
export interface IdentityService {
  readonly projectId: string
  /** Every method that is offered, by host and then by HTTP method and path, such as `POST /v1/accounts:signUp`. */
  readonly methods: Readonly<Record<ServiceName, ReadonlyMap<string, Method>>>
  /** Signing in at other providers, as far as it goes through this service. */
  readonly codeFlow: CodeFlow
  readonly administration: Administration
  readonly throttle: Throttle
  readonly pages: Pages
  /** `undefined` unless it is for tests. */
  readonly testMode: Pick<TestMode, 'routes' | 'action'> | undefined
  /** The keys of this service's ID tokens. */
  readonly keySet: JWTVerifyGetKey
  /** Which of their sessions go on. */
  readonly openSessions: OpenSessions
  /**
   * Ends every session of an account, for who is signed in to it. Nothing happens when there is no such account.
   *
   * Rejects with StorageUnavailableError.
   */
  endSessions(uid: string, caller: Caller): Promise<void>
  /** @throws StorageUnavailableError when the database cannot be written to. */
  tryWrite(): void
  /** Lets go of the storage, once the first signing key is made; to be called when no request is under way. */
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
  /** What limits count by. */
  readonly monotonicNow?: MonotonicClock
  /**
   * Whether an account belongs to somebody who must not be locked out of it by others: its mails have a limit of their
   * own, and a link to a former address stays good.
   *
   * @throws nothing but StorageUnavailableError.
   */
  readonly isProtected?: (uid: string) => boolean
  /** Asked before idle anonymous accounts are removed. Without it none is. */
  readonly isInUse?: IsInUse
  /** See `HousekeepingOptions`. */
  readonly distrustClock?: () => string | undefined
  /** For tests, of disks that are slow or fail. */
  readonly syncFile?: SyncFile
}

/**
 * Opens the service. A first start does not wait for the signing key: the first token does.
 *
 * @throws StartError when the database cannot be opened.
 */
export async function openService(options: ServiceOptions): Promise<IdentityService> {
  const { dataDir, projectId, log, mailer, settings = defaultSettings, now = () => new Date() } = options
  const database = openDatabase(join(dataDir, 'identity.sqlite'), migrations)
  const keys = createSigningKeys(database, now, log)
  keys.current().catch((error: unknown) => log.error({ err: error }, 'the signing key could not be made ready'))
  const atomically = createAtomically(database)
  const grouped = createGroupedTransactions(database, options.syncFile)
  const sessions = createSessions(database, atomically, now)
  const normal: IdentityContext = {
    projectId,
    settings,
    accounts: createAccounts({ database, atomically, sessions, now }),
    sessions,
    openSessions: createOpenSessions(database),
    codes: createCodes(database, atomically, now),
    atomically,
    atomicallyInGroup: grouped.atomically,
    idTokens: createIdTokens(keys, projectId, now),
    passwords: createPasswords({ policy: settings.passwordPolicy }),
    customTokens: createCustomTokens(keys, projectId, now),
    pendingTokens: createPendingTokens(keys, projectId, now),
    providers: createProviders(settings.providers, now),
    audit: createAudit(log),
    throttle: createThrottle({ enabled: settings.isThrottled, now: options.monotonicNow }),
    isProtected: options.isProtected ?? (() => false),
    mailer,
    pages: { ...defaultPages, ...options.pages },
    now,
  }
  const testMode = settings.isEmulator ? await openTestMode(normal, database, log) : undefined
  const context = testMode?.context ?? normal
  const housekeeping = createCleanUp({
    idleAccounts: createIdleAccounts(database, atomically),
    isInUse: options.isInUse,
    codes: context.codes,
    log,
    now,
    distrustClock: options.distrustClock,
  })
  housekeeping.start()
  return {
    projectId,
    administration: createAdministration(context, keys),
    codeFlow: createCodeFlow({ providers: settings.providers, audit: context.audit, log, now }),
    testMode,
    throttle: context.throttle,
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
      housekeeping.stop()
      await Promise.all([keys.settled(), grouped.close()])
      database.close()
    },
  }
}

/** Loads what is for tests alone only when it is asked for. */
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
