import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { clientAddress } from '../web/middleware/client-address.ts'
import type { Limits } from '../web/middleware/rate-limits.ts'
import type { Store } from './store.ts'

interface ItemReadLimitOptions {
  readonly store: Pick<Store, 'isInMemory'>
  readonly limits: Pick<Limits, 'readUnknownItem'>
  readonly trustedProxies: number
}

/** Rejects with ShopError `shop-busy` when the one who asks has used up the reads of items that are not in memory. */
export type LimitItemRead = (context: Context<Bindings>, id: string) => Promise<void>

/** To be called before an item is looked up for anybody: where reads are paid for, strangers choose the ids. */
export function createItemReadLimit({ store, limits, trustedProxies }: ItemReadLimitOptions): LimitItemRead {
  return async (context, id) => {
    if (!store.isInMemory(id)) await limits.readUnknownItem(clientAddress(context, trustedProxies))
  }
}
