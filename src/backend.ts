import type { Caller, Identity } from '@stockinette/identity'

import type { BackupStatus } from './backup/daily/backup-status.ts'
import type { CatalogueSearch } from './catalogue/search/catalogue-search.ts'
import type { Store } from './catalogue/store.ts'
import type { AdminServices } from './cli/socket/admin-api.ts'
import type { Access, Visitor } from './owners/access.ts'
import type { FirstClaim } from './owners/first-claim.ts'
import type { Notices } from './owners/notices/notices.ts'
import type { Notify } from './owners/notices/notify.ts'
import type { Permissions } from './owners/permissions.ts'
import type { PublicIdentity } from './pages/page.ts'
import type { Photos } from './photos/photos.ts'
import type { CurrentSettings } from './shop-settings/current-settings.ts'

/** The services that the shop is built on; disposing closes all of them. */
export interface Backend extends AsyncDisposable {
  readonly store: Store
  /** Finds the items of the store. */
  readonly search: CatalogueSearch
  readonly access: Access
  readonly photos: Pick<Photos, 'library' | 'uploads' | 'copies'>
  readonly permissions: Permissions
  /** How a shop without an owner gets its first one. */
  readonly firstClaim: FirstClaim
  readonly settings: CurrentSettings
  /** What owners are told of. */
  readonly notices: Notices
  readonly notify: Notify
  /**
   * Records that an account adds items, so that it is not removed as idle; call it before adding. `undefined` where the
   * shop removes no accounts.
   *
   * @throws ShopError `storage-unavailable`.
   */
  readonly recordContributor: ((uid: string) => void) | undefined
  /**
   * Ends all sessions of a user's account: existing refresh tokens become invalid.
   *
   * Rejects with ShopError `storage-unavailable` when that is not possible at the moment.
   */
  readonly endSessions: (visitor: Visitor, caller: Caller) => Promise<void>
  /** The embedded identity service; `undefined` in cloud mode, where browsers use Firebase. */
  readonly identity: Identity | undefined
  /** How browsers reach the identity service. */
  readonly publicIdentity: Omit<PublicIdentity, 'tokenSyncPath'>
  /**
   * How long the page of an item may be cached where this process is not notified of every change; `undefined` where it
   * is.
   */
  readonly itemLifetimeMs?: number
  /** Whether the storage responds now: costs a read. Never rejects. `undefined` for storage on this machine. */
  readonly isReachable?: () => Promise<boolean>
  /** How the shop's own backups went; `undefined` in the cloud, where they are Google's. */
  readonly backupStatus: (() => BackupStatus) | undefined
  /** For the operator's commands; `undefined` in cloud mode, where they use the project directly. */
  readonly admin?: AdminServices
  /** Why the shop is not ready, for its owner; `undefined` when it is ready. */
  readonly trouble: () => string | undefined
}
