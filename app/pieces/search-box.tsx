import { cataloguePath, wholeCatalogue, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { fill } from '../../src/domain/template.ts'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** Searches the list that is shown. The filters in use stay. */
export function SearchBox({ query }: { query: CatalogueQuery }) {
  const { pieces } = useServerMessages()
  const labelOf = useCategoryLabel()
  const local = useLocalPath()
  const { category, words } = query
  const label = category === null ? pieces.searchAll : fill(pieces.searchIn, { category: labelOf(category) })
  return (
    <form className="pieces-search" role="search" action={local(cataloguePath({ ...wholeCatalogue, category }))}>
      <input type="search" name="q" aria-label={label} placeholder={label} defaultValue={words} maxLength={100} />
      <KeptFields query={query} />
      <button className="button">{pieces.search}</button>
    </form>
  )
}

/** What a search keeps of the list that it starts from. */
function KeptFields({ query: { size, color, isAvailable, min, max, sort } }: { query: CatalogueQuery }) {
  const kept = { size, color, available: isAvailable ? 1 : null, min, max, sort: sort === 'newest' ? null : sort }
  return Object.entries(kept).map(
    ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
  )
}
