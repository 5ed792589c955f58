import type { Context } from 'hono'

import type { Bindings } from '../web/bindings.ts'
import type { Limits } from '../web/shop-limits.ts'
import type { Store } from './store.ts'

interface ItemReadLimitOptions {
  readonly store: Pick<Store, 'isInMemory'>
  readonly limits: Pick<Limits, 'readUnknownItem'>
}

/**
 * The result is to be called before looking up an item for a visitor: anyone can choose the ids, and Firestore bills each read.
 * It rejects with ShopError `shop-busy` if the client has used up its reads of items that are not in memory.
 */
export function createItemReadLimit({ store, limits }: ItemReadLimitOptions) {
  return async (context: Context<Bindings>, id: string): Promise<void> => {
    if (!store.isInMemory(id)) await limits.readUnknownItem(context.get('clientAddress'))
  }
}
