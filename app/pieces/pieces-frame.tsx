import type { ReactNode } from 'react'

import {
  cataloguePath,
  maxSearch,
  wholeCatalogue,
  type CatalogueQuery,
} from '../../src/domain/catalogue/catalogue-query.ts'
import { fill } from '../../src/domain/template.ts'
import type { Messages } from '../../src/messages/english.ts'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { Written } from '../ui/written.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'

interface PiecesFrameProps {
  readonly query: CatalogueQuery
  /** How many pieces there are, or why that is not known. */
  readonly status: ReactNode
  /** Ways to narrow the list: a column on a desktop. */
  readonly side?: ReactNode
  /** Reserves the room of `side` where it comes later. */
  readonly isWaiting?: boolean
  readonly children: ReactNode
}

/** The heading, the search box and the columns of every list. */
export function PiecesFrame({ query, status, side, isWaiting = false, children }: PiecesFrameProps) {
  const { pieces } = useServerMessages()
  const category = useCategoryLabel()(query.category ?? '')
  const heading = headingOf({ words: query.words, category: category || null }, pieces)
  return (
    <div className="page pieces">
      <div className="pieces-title">
        <Written as="h2" id="pieces-title" text={heading} />
        {status}
      </div>
      <SearchBox query={query} />
      <div className={isWaiting ? 'pieces-side pieces-waiting' : 'pieces-side'}>{side}</div>
      <section id="catalogue" className="pieces-list" aria-labelledby="pieces-title">
        {children}
      </section>
    </div>
  )
}

function headingOf({ category, words }: Pick<CatalogueQuery, 'category' | 'words'>, texts: Messages['pieces']): string {
  if (words === '') return category ?? texts.all
  return category === null ? fill(texts.resultsFor, { words }) : fill(texts.resultsIn, { words, category })
}

/** Searches the list that is shown. The filters in use stay. */
function SearchBox({ query }: { query: CatalogueQuery }) {
  const { pieces } = useServerMessages()
  const labelOf = useCategoryLabel()
  const local = useLocalPath()
  const { category, words } = query
  const label = category === null ? pieces.searchAll : fill(pieces.searchIn, { category: labelOf(category) })
  return (
    <form className="pieces-search" role="search" action={local(cataloguePath({ ...wholeCatalogue, category }))}>
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={words}
        maxLength={maxSearch.characters}
      />
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
