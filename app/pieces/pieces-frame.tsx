import type { ReactNode } from 'react'

import type { CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import { fill } from '../../src/domain/template.ts'
import type { Messages } from '../../src/messages/english.ts'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { useForeignLanguage, useServerMessages } from '../use-messages.ts'
import { SearchBox } from './search-box.tsx'

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
  const foreign = useForeignLanguage()
  const category = useCategoryLabel()(query.category ?? '')
  const heading = headingOf({ words: query.words, category: category || null }, pieces)
  return (
    <div className="page pieces">
      <div className="pieces-title">
        <h2 id="pieces-title" lang={foreign(heading)}>
          {heading}
        </h2>
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
