import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import type { MonotonicClock } from '@stockinette/rate-limit/rate-limiter.ts'
import { openDatabase } from '@stockinette/sqlite/database.ts'
import { tryWrite } from '@stockinette/sqlite/try-write.ts'
import type { SyncFile } from '@stockinette/sqlite/wal-file.ts'
import type { JWTVerifyGetKey } from 'jose'

import type { Log } from '../../../src/log.ts'
import type { Mailer } from '../../../src/mail/mailer.ts'
import { createAudit } from './abuse/audit.ts'
import { createThrottle } from './abuse/throttle.ts'
import { createAccounts } from './accounts/accounts.ts'
import type { Administration } from './accounts/administration.ts'
import { createAdministration } from './accounts/administration.ts'
import { createHousekeeping } from './accounts/clean-up.ts'
import type { IsInUse } from './accounts/clean-up.ts'
import { createIdleAccounts } from './accounts/idle-accounts.ts'
import { createCodes } from './action-codes/code-table.ts'
import type { Client } from './caller.ts'
import type { Endpoint, Service } from './context.ts'
import type { TestMode } from './emulator/test-mode.ts'
import { createCodeFlow } from './federation/code-flow.ts'
import type { CodeFlow } from './federation/code-flow.ts'
import { createPendingTokens } from './federation/pending-tokens.ts'
import { createProviders } from './federation/providers.ts'
import { methods } from './methods.ts'
import type { ServiceName } from './methods.ts'
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
 * Rejects with IdentityError when the answer is no, with ShopError `too-many-requests` when it is not yet, and with
 * ShopError `storage-unavailable` when the storage fails.
 */
export type Method = (input: unknown, client: Client) => Promise<object>

/** The embedded identity service: what Firebase Authentication is in cloud mode. */
export interface Identity {
  readonly projectId: string
  /** Every method that is offered, by host and then by HTTP method and path, such as `POST /v1/accounts:signUp`. */
  readonly methods: Readonly<Record<ServiceName, ReadonlyMap<string, Method>>>
  /** Signing in at other providers, as far as it goes through the shop. */
  readonly codeFlow: CodeFlow
  /** What can be done from the command line. */
  readonly administration: Administration
  /** `undefined` unless it is for tests. */
  readonly testMode: Pick<TestMode, 'routes' | 'action'> | undefined
  /** The keys of this service's ID tokens. */
  readonly keySet: JWTVerifyGetKey
  /** Which of their sessions go on. */
  readonly openSessions: OpenSessions
  /**
   * Ends every session of an account, for who is signed in to it. Nothing happens when there is no such account.
   *
   * Rejects with ShopError `storage-unavailable`.
   */
  endSessions(uid: string, client: Client): Promise<void>
  /** @throws ShopError `storage-unavailable` when the database cannot be written to. */
  tryWrite(): void
  /** Lets go of the storage, once the first signing key is made; to be called when no request is under way. */
  close(): Promise<void>
}

export interface IdentityOptions {
  /** The folder for `identity.sqlite`. */
  readonly dataDir: string
  /** Whom ID tokens are for: their audience. */
  readonly projectId: string
  readonly log: Log
  /** Sends codes; without one, what needs them is refused. Whoever made it closes it. */
  readonly mailer?: Mailer | undefined
  readonly settings?: IdentitySettings
  readonly now?: () => Date
  /** What limits count by. */
  readonly monotonicNow?: MonotonicClock
  /**
   * Whether an account belongs to somebody who must not be locked out of it by others: its mails have a limit of their
   * own, and a link to a former address stays good.
   *
   * @throws nothing but ShopError `storage-unavailable`.
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
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { dataDir, projectId, log, mailer, settings = defaultSettings, now = () => new Date() } = options
  const database = openDatabase(join(dataDir, 'identity.sqlite'), migrations)
  const keys = createSigningKeys(database, now, log)
  keys.current().catch((error: unknown) => log.error({ err: error }, 'the signing key could not be made ready'))
  const atomically = createAtomically(database)
  const grouped = createGroupedTransactions(database, options.syncFile)
  const sessions = createSessions(database, atomically, now)
  const closed: Service = {
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
    now,
  }
  const testMode = settings.isEmulator ? await openTestMode(closed, database, log) : undefined
  const service = testMode?.service ?? closed
  const housekeeping = createHousekeeping({
    idleAccounts: createIdleAccounts(database, atomically),
    isInUse: options.isInUse,
    codes: service.codes,
    log,
    now,
    distrustClock: options.distrustClock,
  })
  housekeeping.start()
  return {
    projectId,
    administration: createAdministration(service, keys),
    codeFlow: createCodeFlow({ providers: settings.providers, audit: service.audit, log, now }),
    testMode,
    methods: {
      identitytoolkit: bind({ ...methods.identitytoolkit, ...testMode?.endpoints }, service),
      securetoken: bind(methods.securetoken, service),
      www: bind(methods.www, service),
    },
    keySet: keys.keySet,
    openSessions: service.openSessions,
    async endSessions(uid, client) {
      const isThere = await service.atomicallyInGroup(() => {
        const account = service.accounts.find(uid)
        if (account !== undefined) endSessionsOf(service, uid)
        return account !== undefined
      })
      if (isThere) service.audit('tokens-revoked', client, { uid })
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
async function openTestMode(service: Service, database: DatabaseSync, log: Log) {
  log.warn(
    'SHOP_IDENTITY_EMULATOR=1: anybody can sign in as anybody and remove every account. This is for tests alone.',
  )
  const testMode = await import('./emulator/test-mode.ts')
  return testMode.openTestMode(service, database)
}

function bind(endpoints: Readonly<Record<string, Endpoint>>, service: Service): ReadonlyMap<string, Method> {
  const toMethod = (endpoint: Endpoint): Method => {
    return (input, client) => endpoint(service, input, client)
  }
  return new Map(Object.entries(endpoints).map(([name, endpoint]) => [name, toMethod(endpoint)]))
}
