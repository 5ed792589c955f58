import type { Client } from '@stockinette/identity/caller.ts'
import type { Identity } from '@stockinette/identity/identity.ts'

import type { Store } from './catalogue/store.ts'
import type { Config } from './config/config.ts'
import type { Log } from './log.ts'
import type { Access } from './owners/access.ts'
import type { Permissions } from './owners/permissions.ts'
import type { PublicIdentity } from './pages/page.ts'
import type { PhotoLibrary } from './photos/photo-library.ts'
import type { RemoteCopies } from './photos/remote-copy/remote-copies.ts'
import type { Uploads } from './photos/uploads.ts'
import { lowerThreadPoolPriority } from './process/thread-pool.ts'

/** All that the shop stands on; disposing of it lets go of everything. */
export interface Backend extends AsyncDisposable {
  readonly store: Store
  readonly access: Access
  readonly photos: PhotoLibrary
  readonly uploads: Uploads
  readonly copies: RemoteCopies
  readonly permissions: Permissions
  /**
   * Notes that an account adds an item, so that it is not removed as idle; to be called before it does. `undefined`
   * where the shop removes no accounts.
   *
   * @throws ShopError `storage-unavailable`.
   */
  readonly noteContributor: ((uid: string) => void) | undefined
  /**
   * Ends every session of an account: no refresh token that was given so far is good any more.
   *
   * Rejects with ShopError `storage-unavailable` when that cannot be done at the moment.
   */
  readonly endSessions: (uid: string, client: Client) => Promise<void>
  /** The identity service where it is our own; `undefined` where visitors' browsers ask Firebase. */
  readonly identity: Identity | undefined
  /** How browsers reach the identity service. */
  readonly publicIdentity: Omit<PublicIdentity, 'tokenSyncPath'>
  /**
   * How long the page of an item may be kept although the item may have been changed without a word to this process;
   * `undefined` where every change is told.
   */
  readonly itemLifetimeMs?: number
  /** Whether the storage answers at this moment: costs a read. `undefined` where it is on this machine. */
  readonly isReachable?: () => Promise<boolean>
  /** What keeps the shop from being ready, in words for its owner; `undefined` when it is ready. */
  readonly trouble: () => string | undefined
}

/**
 * Opens what the configuration asks for: this machine alone, or a Firebase project. What the other one needs is not
 * loaded.
 *
 * @throws StartError when it cannot be used.
 */
export async function openBackend(config: Config, log: Log): Promise<Backend> {
  const { cloud } = config
  await lowerThreadPoolPriority(log)
  if (cloud !== undefined) return (await import('./cloud.ts')).openCloud({ ...config, cloud }, log)
  return (await import('./embedded.ts')).openEmbedded(config, log)
}
