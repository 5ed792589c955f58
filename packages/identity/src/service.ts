import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { openDatabase } from '@stockinette/sqlite/database.ts'
import type { SyncFile } from '@stockinette/sqlite/durable-writes.ts'
import { toStartError } from '@stockinette/sqlite/errors.ts'
import { tryWrite } from '@stockinette/sqlite/transaction.ts'

import { endSessionsOf, type VouchingSession } from './accounts/account-changes.ts'
import { createAdministration } from './accounts/administration.ts'
import { type CleanUpOptions, createCleanUp } from './accounts/clean-up.ts'
import { respellAddresses } from './accounts/respell-addresses.ts'
import type { Caller, Log } from './application.ts'
import { type ContextOptions, createContext, type Endpoint, type IdentityContext } from './context.ts'
import { createCodeFlow } from './federation/code-flow.ts'
import { methods, type ServiceName } from './methods.ts'
import { identityFile, migrations } from './storage/schema.ts'
import { requireOwnMode } from './storage/test-mode-mark.ts'
import { createGroupedTransactions } from './storage/transaction.ts'

/**
 * Answers a method of the protocol. `input` has the fields of the request.
 *
 * Rejects with IdentityError to refuse the request, with RateLimitError, and with StorageUnavailableError.
 */
export type Method = (input: unknown, caller: Caller) => Promise<object>

export interface ServiceOptions extends ContextOptions, CleanUpOptions {
  /** The folder for `identity.sqlite`. */
  readonly dataDir: string
  /** Whether it deletes what is old, at once and every hour; `true` by default. */
  readonly cleansUp?: boolean
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
  const { dataDir, log, syncFile, cleansUp = true } = options
  const database = openOwnDatabase(join(dataDir, identityFile), isTestMode, log)
  const grouped = createGroupedTransactions(database, syncFile)
  const mode = createMode(createContext(options, database, grouped.atomically), database)
  const { context } = mode
  const { audit, attemptLimits, keys, pages, openSessions } = context
  keys.current().catch((error: unknown) => log.error({ err: error }, 'the signing key could not be made ready'))
  const cleanUp = createCleanUp(context, database, options)
  if (cleansUp) cleanUp.start()
  return {
    /** All supported methods, by host and then by HTTP method and path, such as `POST /v1/accounts:signUp`. */
    methods: {
      identitytoolkit: bind({ ...methods.identitytoolkit, ...mode.endpoints }, context),
      securetoken: bind(methods.securetoken, context),
      www: bind(methods.www, context),
    } satisfies Record<ServiceName, ReadonlyMap<string, Method>>,
    /** Sign-ins at other providers through this service. */
    codeFlow: createCodeFlow(context),
    administration: createAdministration(context),
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

function bind(endpoints: Readonly<Record<string, Endpoint>>, context: IdentityContext): ReadonlyMap<string, Method> {
  const toMethod = (endpoint: Endpoint): Method => {
    return (input, caller) => endpoint(context, input, caller)
  }
  return new Map(Object.entries(endpoints).map(([name, endpoint]) => [name, toMethod(endpoint)]))
}
