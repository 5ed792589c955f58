import type { FacetValue } from '../../src/catalogue/search/search-results.ts'
import { categoryKey } from '../../src/domain/catalogue/category.ts'

/** As many as one looks through. */
const maxOptions = 100

/** From small to large. */
const letterSizes = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '2xl', 'xxxl', '3xl']

const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * The choices of a filter in the order in which one looks for them, and the chosen one; empty for none. A chosen one that is
 * none of the commonest has no count.
 */
export function facetOptions(values: readonly FacetValue[], chosen: string | null) {
  const key = chosen === null ? undefined : categoryKey(chosen)
  const found = values.find(({ name }) => categoryKey(name) === key)
  const missing = chosen !== null && !found ? [{ name: chosen, count: null }] : []
  const most = values.filter((value, index) => index < maxOptions || value === found)
  const options = [...missing, ...most].toSorted((a, b) => rank(a) - rank(b) || compare(a.name, b.name))
  return { options, selected: found?.name ?? chosen ?? '' }
}

function rank({ name }: Pick<FacetValue, 'name'>): number {
  const index = letterSizes.indexOf(name.toLowerCase())
  return index === -1 ? letterSizes.length : index
}
