import type { Context } from 'hono'

import { ShopError } from '../domain/errors.ts'
import type { WhoMayAdd } from '../domain/shop-settings.ts'
import { problems } from '../messages/messages.ts'
import type { Bindings } from '../web/bindings.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { Access, Visitor } from './access.ts'
import type { Owners } from './owners.ts'

/** What users may do. */
export type Permissions = ReturnType<typeof createPermissions>

/** What every API checks: who sends a request, what they may do, and how often. */
export interface RequestChecks {
  readonly access: Access
  readonly permissions: Permissions
  readonly limits: Limits
}

/** The user who sends a request. @throws ShopError as `Access.identify`. */
export function identify(access: Access, context: Context<Bindings>): Promise<Visitor> {
  return access.identify(context.req.header('Authorization'), context.get('clientAddress'))
}

/** The user who sends a request, who may add items. @throws ShopError as {@link identify}, and `not-allowed`. */
export async function requireMayAdd(
  { access, permissions }: RequestChecks,
  context: Context<Bindings>,
): Promise<Visitor> {
  const visitor = await identify(access, context)
  await permissions.requireMayAdd(visitor)
  return visitor
}

export interface PermissionsOptions {
  readonly owners: Pick<Owners, 'has' | 'isClaimed' | 'list'>
  /**
   * What the shop settings say now; `null`: only owners, but in a preview environment anyone until the shop is claimed.
   * Rejects with ShopError `storage-unavailable` while that is not known.
   */
  readonly whoMayAdd: () => Promise<WhoMayAdd | null>
  readonly isPreview: boolean
}

/** Nothing is cached. Each method rejects with ShopError `storage-unavailable` when the owners or the shop settings cannot be read. */
export function createPermissions({ owners, whoMayAdd, isPreview }: PermissionsOptions) {
  const mayAdd = async (visitor: Visitor): Promise<boolean> => {
    const allowed = await whoMayAdd()
    if (allowed === 'anyone') return true
    if (allowed === null && isPreview && !(await owners.isClaimed())) return true
    return owners.has(visitor)
  }
  return {
    isOwner: (visitor: Visitor) => owners.has(visitor),
    /** Only owners may change existing items, even while anyone may add. @throws ShopError `not-allowed`. */
    async requireMayManage(visitor: Visitor): Promise<void> {
      if (!(await owners.has(visitor))) throw new ShopError('not-allowed', problems.ownersOnlyManage)
    },
    /** The address that an owner was added with: that of her account may be a thief's by now. */
    addressOf: async ({ uid }: Visitor) => (await owners.list()).find((owner) => owner.uid === uid)?.email,
    mayAdd,
    /** Whether the shop has ever had an owner. */
    isClaimed: () => owners.isClaimed(),
    /** @throws ShopError `not-allowed`. */
    async requireMayAdd(visitor: Visitor): Promise<void> {
      if (await mayAdd(visitor)) return
      throw new ShopError('not-allowed', (await owners.isClaimed()) ? problems.ownersOnly : problems.unclaimed)
    },
  }
}
