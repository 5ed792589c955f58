import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import type { Visitor } from './access.ts'
import type { Owners } from './owners.ts'

/** What visitors may do. Nothing is kept here: each answer is of its moment. */
export interface Permissions {
  /** Rejects with ShopError `storage-unavailable` when the list of owners cannot be read. */
  mayAdd(visitor: Visitor): Promise<boolean>
  /** @throws ShopError `not-allowed`, and as `mayAdd`. */
  requireMayAdd(visitor: Visitor): Promise<void>
  /**
   * Whether somebody may change what is there: owners alone, also while anyone may add.
   *
   * @throws as `requireMayAdd`.
   */
  requireMayManage(visitor: Visitor): Promise<void>
}

export interface PermissionsOptions {
  readonly owners: Pick<Owners, 'has' | 'isClaimed'>
  /** `undefined`: anyone until the shop is claimed, owners alone from then on. */
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
