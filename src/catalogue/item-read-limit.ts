import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import { clientAddress } from '../web/middleware/client-address.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { Store } from './store.ts'

interface ItemReadLimitOptions {
  readonly store: Pick<Store, 'isInMemory'>
  readonly limits: Pick<Limits, 'readUnknownItem'>
  readonly trustedProxies: number
}

/** Rejects with ShopError `shop-busy` if the client has used up its reads of items that are not in memory. */
export type LimitItemRead = (context: Context<Bindings>, id: string) => Promise<void>

/** Call this before looking up an item for a visitor: anyone can choose the ids, and Firestore bills each read. */
export function createItemReadLimit({ store, limits, trustedProxies }: ItemReadLimitOptions): LimitItemRead {
  return async (context, id) => {
    if (!store.isInMemory(id)) await limits.readUnknownItem(clientAddress(context, trustedProxies))
  }
}
