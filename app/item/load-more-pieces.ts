import type { RouterContextProvider } from 'react-router'

import { itemListSize, type Item } from '../../src/domain/item.ts'
import { servicesContext, shownItemsContext } from '../context.ts'

/** Two rows on a phone, one on a larger screen. */
const count = 4

/** The revision of the catalogue at which they were read, and the newest other items: those that are sold come last. */
export interface MorePiecesData {
  readonly revision: number
  readonly items: readonly Item[]
}

/** @param ownId the id of the item that the page is about. */
export async function loadMorePieces(
  { context }: { context: Readonly<RouterContextProvider> },
  ownId?: string,
): Promise<MorePiecesData> {
  const { store, log } = context.get(servicesContext)
  try {
    const { revision, items } = await store.newest(itemListSize)
    const others = items.filter(({ id }) => id !== ownId).toSorted((a, b) => Number(a.sold) - Number(b.sold))
    const shown = others.slice(0, count)
    context.set(
      shownItemsContext,
      shown.map(({ id }) => id),
    )
    return { revision, items: shown }
  } catch (error) {
    log.error({ err: error }, 'the newest items could not be read')
    return { revision: 0, items: [] }
  }
}
