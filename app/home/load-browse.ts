import { categoryKey } from '../../src/domain/catalogue/category.ts'
import type { Item } from '../../src/domain/item.ts'
import type { PageServices } from '../../src/pages/page.ts'

/** At most as many categories. */
const maxCategories = 12

/** Where the home page leads to in the catalogue. */
export interface Browse {
  /** The number of all pieces; `null` if it is not known. */
  readonly total: number | null
  /** The names of categories, those of most pieces first. */
  readonly categories: readonly string[]
}

/** The home page waits for no index: until it is filled, it names the categories of the items that it shows. */
export async function loadBrowse({ search, log }: PageServices, shown: readonly Item[]): Promise<Browse> {
  try {
    if (search.isIndexed()) {
      const { total, categories } = await search.overview()
      return { total, categories: categories.slice(0, maxCategories).map(({ name }) => name) }
    }
  } catch (error) {
    log.error({ err: error }, 'the categories could not be read')
  }
  return { total: null, categories: categoriesOf(shown).slice(0, maxCategories) }
}

/** The categories of these items, newest first, as the newest of each spells it: those of most items come first. */
export function categoriesOf(items: readonly Item[]): readonly string[] {
  const groups = Map.groupBy(items, ({ category }) => categoryKey(category))
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap(([newest]) => (newest === undefined ? [] : [newest.category]))
}
