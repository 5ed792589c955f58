import type { RouterContextProvider } from 'react-router'

import { wholeCatalogue } from '../../src/domain/catalogue/catalogue-query.ts'
import { categoryKey } from '../../src/domain/catalogue/category.ts'
import { itemListSize, type Item } from '../../src/domain/item.ts'
import type { PageServices } from '../../src/pages/page.ts'
import { servicesContext, shownItemsContext } from '../context.ts'

/** Two rows on a phone, one on a larger screen. */
const count = 4

/** The revision of the catalogue at which the newest were read, the other items to show, and the categories of the newest. */
export interface MorePiecesData {
  readonly revision: number
  readonly items: readonly Item[]
  readonly categories: readonly string[]
}

/**
 * The page is cached until one of them changes: a newer item of the category does not change it.
 *
 * @param finding the item that the page is about, if there is one.
 */
export async function loadMorePieces(
  { context }: { context: Readonly<RouterContextProvider> },
  finding?: Promise<Item | undefined>,
): Promise<MorePiecesData> {
  const services = context.get(servicesContext)
  try {
    const [{ revision, items: newest }, item] = await Promise.all([services.store.newest(itemListSize), finding])
    const ofCategory = item ? await readCategory(services, item.category, newest) : []
    const items = chooseMorePieces(item?.id, ofCategory, newest)
    context.set(
      shownItemsContext,
      items.map(({ id }) => id),
    )
    return { revision, items, categories: [...new Set(newest.map(({ category }) => category))] }
  } catch (error) {
    services.log.error({ err: error }, 'the newest items could not be read')
    return { revision: 0, items: [], categories: [] }
  }
}

/** The newest items of a category. While the index is being filled, those among the newest of all. */
async function readCategory(
  { search, log }: PageServices,
  category: string,
  newest: readonly Item[],
): Promise<readonly Item[]> {
  if (search.isIndexed()) {
    try {
      return (await search.search({ ...wholeCatalogue, category }, itemListSize)).items
    } catch (error) {
      log.error({ err: error }, 'the items of the category could not be read')
    }
  }
  const key = categoryKey(category)
  return newest.filter((item) => categoryKey(item.category) === key)
}

/** The first items of the category, filled up with the newest of all. In both, those that are sold come last. */
export function chooseMorePieces(
  ownId: string | undefined,
  ofCategory: readonly Item[],
  newest: readonly Item[],
): readonly Item[] {
  const items = new Map([...soldLast(ofCategory), ...soldLast(newest)].map((item) => [item.id, item]))
  if (ownId !== undefined) items.delete(ownId)
  return [...items.values()].slice(0, count)
}

function soldLast(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => Number(a.sold) - Number(b.sold))
}
