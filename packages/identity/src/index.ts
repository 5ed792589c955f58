import { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from './http/fetch-handler.ts'
import { openService, type IdentityService, type ServiceOptions } from './service.ts'

export { linkOfAdministrator, type SecurityEvent } from './abuse/audit.ts'
export type { AccountOfAddress, Administration } from './accounts/administration.ts'
export type { IsInUse } from './accounts/clean-up.ts'
export { embeddedApiKey } from './action-codes/action-link.ts'
export type * from './application.ts'
export { defaultSettings } from './application.ts'
export type { DescribeError } from './http/messages.ts'
export type { OpenSessions } from './tokens/open-sessions.ts'
export { verifyIdToken, type IdTokenRules, type VerifiedIdToken } from './tokens/verify-id-token.ts'

export interface IdentityOptions extends ServiceOptions, FetchHandlerOptions {}

/** An Identity Toolkit server, for `firebase/auth` with `connectAuthEmulator(auth, origin)`. */
export type Identity = FetchHandler &
  Pick<IdentityService, 'administration' | 'endSessions' | 'keySet' | 'openSessions' | 'tryWrite' | 'close'>

/**
 * Opens the service on a data folder.
 *
 * @throws StartError when the database cannot be opened.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const service = await openService(options)
  return { ...createFetchHandler(service, options), ...service }
}
