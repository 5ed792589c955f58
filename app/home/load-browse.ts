import { categoryKey } from '../../src/domain/catalogue/category.ts'
import type { Item } from '../../src/domain/item.ts'
import type { PageServices } from '../../src/pages/page.ts'

/** At most as many categories. */
const maxCategories = 12

/** Where the home page leads to in the catalogue. */
export interface Browse {
  /** The number of all pieces; `null` if it is not known. */
  readonly total: number | null
  /** Those of most pieces first. */
  readonly categories: readonly BrowsedCategory[]
  /** Whether there are other categories. */
  readonly hasOthers: boolean
}

interface BrowsedCategory {
  readonly name: string
  /** Its cover stands for the category. */
  readonly newest: Item
}

/** The home page waits for no index: until it is filled, it has the categories of the items that it shows. */
export async function loadBrowse({ search, log }: PageServices, shown: readonly Item[]): Promise<Browse> {
  try {
    if (search.isIndexed()) return await readBrowse(search)
  } catch (error) {
    log.error({ err: error }, 'the categories could not be read')
  }
  return { total: null, categories: categoriesOf(shown).slice(0, maxCategories), hasOthers: false }
}

async function readBrowse(search: PageServices['search']): Promise<Browse> {
  const { total, categories: all } = await search.overview()
  const largest = all.slice(0, maxCategories)
  const items = await search.findVisible(largest.map(({ newestId }) => newestId))
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const categories = largest.flatMap(({ name, newestId }) => {
    const newest = itemsById.get(newestId)
    return newest === undefined ? [] : [{ name, newest }]
  })
  return { total, categories, hasOthers: all.length > largest.length }
}

/** The categories of these items, newest first, as the newest of each spells it: those of most items come first. */
export function categoriesOf(items: readonly Item[]): readonly BrowsedCategory[] {
  const groups = Map.groupBy(items, ({ category }) => categoryKey(category))
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([newest]) => (newest === undefined ? [] : [{ name: newest.category, newest }]))
}
