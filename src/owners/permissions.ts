import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import type { Visitor } from './access.ts'
import type { Owners } from './owners.ts'

/** What users may do. Nothing is cached. */
export interface Permissions {
  /** Rejects with ShopError `storage-unavailable` when the list of owners cannot be read. */
  mayAdd(visitor: Visitor): Promise<boolean>
  /** @throws ShopError `not-allowed`, and as `mayAdd`. */
  requireMayAdd(visitor: Visitor): Promise<void>
  /**
   * Resolves if the user may change existing items: only owners may, even while anyone may add.
   *
   * @throws as `requireMayAdd`.
   */
  requireMayManage(visitor: Visitor): Promise<void>
}

export interface PermissionsOptions {
  readonly owners: Pick<Owners, 'has' | 'isClaimed'>
  /** `undefined`: anyone until the shop is claimed, then only owners. */
  readonly whoMayAdd: 'anyone' | 'owners' | undefined
}

export function createPermissions({ owners, whoMayAdd }: PermissionsOptions): Permissions {
  const mayAdd = async (visitor: Visitor): Promise<boolean> => {
    if (whoMayAdd === 'anyone') return true
    if (whoMayAdd === undefined && !(await owners.isClaimed())) return true
    return owners.has(visitor)
  }
  return {
    async requireMayManage(visitor) {
      if (!(await owners.has(visitor))) throw new ShopError('not-allowed', problems.ownersOnlyManage)
    },
    mayAdd,
    async requireMayAdd(visitor) {
      if (!(await mayAdd(visitor))) throw new ShopError('not-allowed', problems.ownersOnly)
    },
  }
}
