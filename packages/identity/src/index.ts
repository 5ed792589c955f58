import type { Administration } from './accounts/administration.ts'
import { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './http/fetch-handler.ts'
import { openService, type IdentityService, type ServiceOptions } from './service.ts'

export type { AccountOfAddress, Administration } from './accounts/administration.ts'
export type { IsInUse } from './accounts/clean-up.ts'
export { embeddedApiKey } from './action-codes/action-link.ts'
export type { Caller } from './caller.ts'
export type { DescribeError } from './http/error-response.ts'
export type { Log } from './log.ts'
export type { Mail, Mailer } from './mailer.ts'
export type { Pages } from './pages.ts'
export { defaultSettings } from './settings.ts'
export type { IdentitySettings, PasswordPolicy, ProviderSettings } from './settings.ts'
export type { OpenSessions } from './tokens/open-sessions.ts'

export interface IdentityOptions extends ServiceOptions, FetchHandlerOptions {}

/** An Identity Toolkit server, for `firebase/auth` with `connectAuthEmulator(auth, origin)`. */
export interface Identity
  extends FetchHandler, Pick<IdentityService, 'endSessions' | 'keySet' | 'openSessions' | 'tryWrite' | 'close'> {
  /** What an administrator can do with accounts. */
  readonly administration: Administration
}

/**
 * Opens the service on a data folder.
 *
 * @throws StartError when the database cannot be opened.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const service = await openService(options)
  const { administration, keySet, openSessions } = service
  return {
    ...createFetchHandler(service, options),
    administration,
    keySet,
    openSessions,
    endSessions: (uid, caller) => service.endSessions(uid, caller),
    tryWrite: () => service.tryWrite(),
    close: () => service.close(),
  }
}
