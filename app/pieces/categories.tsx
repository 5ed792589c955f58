import type { CatalogueOverview, Category } from '../../src/catalogue/search/search-results.ts'
import { cataloguePath, wholeCatalogue, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { fill, formatNumber } from '../../src/domain/template.ts'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

/** As many as a column has room for, above the filters. */
const maxShown = 12
/** How many are shown if there are more. */
const shownOfMany = 8
/** More are no help to choose from, and make each page large: anyone who may add pieces can invent them. */
const maxListed = 200

interface CategoriesProps {
  readonly query: CatalogueQuery
  readonly overview: CatalogueOverview
  /** Whether there are matches. */
  readonly isFound: boolean
}

/**
 * Links to all pieces and to each category. In a search with matches they keep the words, and have no counts, which would
 * be of all pieces.
 */
export function Categories({ query, overview: { total, categories }, isFound }: CategoriesProps) {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  const labelOf = useCategoryLabel()
  const words = isFound ? query.words : ''
  const all = { name: null, label: pieces.all, count: total }
  const toLink = ({ name, count, label = name === null ? '' : labelOf(name) }: LinkedCategory) => (
    <li key={name ?? ''} className={name === query.category ? 'current' : undefined}>
      <Written
        as="a"
        href={local(cataloguePath({ ...wholeCatalogue, category: name, words }))}
        aria-current={name === query.category ? 'page' : undefined}
        text={label}
      >
        {`${label} `}
        {words === '' && <span>{formatNumber(count)}</span>}
      </Written>
    </li>
  )
  const [shown, others] = split(categories, query.category)
  return (
    <nav className="categories" aria-label={pieces.categories} data-part="categories" hidden={categories.length === 0}>
      <ul>{[all, ...shown].map(toLink)}</ul>
      {others.length > 0 && (
        <details>
          <summary>{fill(pieces.moreCategories, { count: formatNumber(others.length) })}</summary>
          <ul>{others.map(toLink)}</ul>
        </details>
      )}
    </nav>
  )
}

interface LinkedCategory {
  readonly name: string | null
  readonly count: number
  readonly label?: string
}

/** The first ones, with the current one always among them, and the others. */
function split(
  categories: readonly Category[],
  current: string | null,
): readonly [readonly Category[], readonly Category[]] {
  const count = categories.length > maxShown ? shownOfMany : maxShown
  const isShown = ({ name }: Category, index: number) => index < count || name === current
  const others = categories.filter((category, index) => !isShown(category, index))
  return [categories.filter(isShown), others.slice(0, maxListed)]
}
