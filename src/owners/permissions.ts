import { ShopError } from '../domain/errors.ts'
import type { WhoMayAdd } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { Access, Visitor } from './access.ts'
import type { Owners } from './owners.ts'

/** What users may do. Nothing is cached. */
export interface Permissions {
  /** Rejects with ShopError `storage-unavailable` when the list of owners or the shop settings cannot be read. */
  isOwner(visitor: Visitor): Promise<boolean>
  /** Rejects as `isOwner`. */
  mayAdd(visitor: Visitor): Promise<boolean>
  /** Whether the shop has ever had an owner. Rejects as `isOwner`. */
  isClaimed(): Promise<boolean>
  /** @throws ShopError `not-allowed`, and as `isOwner`. */
  requireMayAdd(visitor: Visitor): Promise<void>
  /**
   * Resolves if the user may change existing items: only owners may, even while anyone may add.
   *
   * @throws as `requireMayAdd`.
   */
  requireMayManage(visitor: Visitor): Promise<void>
}

/** What every API checks: who sends a request, what they may do, and how often. */
export interface RequestChecks {
  readonly access: Access
  readonly permissions: Permissions
  readonly limits: Limits
  /** How many proxies in front of the shop add to `X-Forwarded-For`. */
  readonly trustedProxies: number
}

export interface PermissionsOptions {
  readonly owners: Pick<Owners, 'has' | 'isClaimed'>
  /**
   * What the shop settings say now; `null`: only owners, but in a preview environment anyone until the shop is claimed.
   * Rejects with ShopError `storage-unavailable` while that is not known.
   */
  readonly whoMayAdd: () => Promise<WhoMayAdd | null>
  readonly isPreview: boolean
}

export function createPermissions({ owners, whoMayAdd, isPreview }: PermissionsOptions): Permissions {
  const mayAdd = async (visitor: Visitor): Promise<boolean> => {
    const allowed = await whoMayAdd()
    if (allowed === 'anyone') return true
    if (allowed === null && isPreview && !(await owners.isClaimed())) return true
    return owners.has(visitor)
  }
  return {
    isOwner: (visitor) => owners.has(visitor),
    async requireMayManage(visitor) {
      if (!(await owners.has(visitor))) throw new ShopError('not-allowed', problems.ownersOnlyManage)
    },
    mayAdd,
    isClaimed: () => owners.isClaimed(),
    async requireMayAdd(visitor) {
      if (await mayAdd(visitor)) return
      throw new ShopError('not-allowed', (await owners.isClaimed()) ? problems.ownersOnly : problems.unclaimed)
    },
  }
}
