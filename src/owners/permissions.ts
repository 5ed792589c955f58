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
   * What the shop settings say now; `null`: anyone until the shop is claimed, then only owners. Rejects with ShopError
   * `storage-unavailable` while that is not known.
   */
  readonly whoMayAdd: () => Promise<WhoMayAdd | null>
}

export function createPermissions({ owners, whoMayAdd }: PermissionsOptions): Permissions {
  const mayAdd = async (visitor: Visitor): Promise<boolean> => {
    const allowed = await whoMayAdd()
    if (allowed === 'anyone') return true
    if (allowed === null && !(await owners.isClaimed())) return true
    return owners.has(visitor)
  }
  return {
    isOwner: (visitor) => owners.has(visitor),
    async requireMayManage(visitor) {
      if (!(await owners.has(visitor))) throw new ShopError('not-allowed', problems.ownersOnlyManage)
    },
    mayAdd,
    async requireMayAdd(visitor) {
      if (!(await mayAdd(visitor))) throw new ShopError('not-allowed', problems.ownersOnly)
    },
  }
}
