import { isPlain } from '../../src/domain/catalogue/catalogue-query.ts'
import type { Item } from '../../src/domain/item.ts'
import { fill, formatNumber, pluralOf } from '../../src/domain/template.ts'
import { NewItemsStatus } from '../home/catalogue.tsx'
import { useServerMessages } from '../use-messages.ts'
import { CardGrid } from './card-grid.tsx'
import { Categories } from './categories.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterForm } from './filter-form.tsx'
import { ListMessage } from './list-message.tsx'
import type { FoundPieces } from './load-pieces.ts'
import { Pages } from './pages.tsx'
import { PiecesFrame } from './pieces-frame.tsx'

/** One page of a list. The live list replaces the parts with `data-part`, and reconciles the cards. */
export function PieceList({ query, page, overview, facets, suggestions }: FoundPieces) {
  const { pieces, site } = useServerMessages()
  const { total } = page
  const words = page.correctedWords ?? query.words
  const searched = { ...query, words }
  const status = (
    <p className="quiet" role="status" data-part="total">
      {total > 0 && fill(pluralOf(pieces.count, total, site.language), { count: formatNumber(total) })}
    </p>
  )
  const side = (
    <>
      <Categories query={searched} overview={overview} isFound={total > 0} />
      <FilterForm query={searched} facets={facets} />
    </>
  )
  return (
    <PiecesFrame {...{ query, status, side }}>
      <NewItemsStatus />
      <ChosenFilters query={searched} />
      <div data-part="message">
        <ListMessage {...{ query, page, overview }} />
      </div>
      {/* Only a list's first page learns of changes while it is shown. */}
      <div
        id="grid"
        data-revision={Math.min(page.revision, overview.revision)}
        data-still={isPlain(query) ? undefined : ''}
      >
        <CardGrid items={page.items} words={words} />
      </div>
      <div data-part="after">
        <Pages query={searched} page={page} />
        {suggestions.length > 0 && <Suggestions items={suggestions} />}
      </div>
    </PiecesFrame>
  )
}

function Suggestions({ items }: { items: readonly Item[] }) {
  const { pieces } = useServerMessages()
  return (
    <>
      <h2 className="pieces-newest">{pieces.newest}</h2>
      <CardGrid items={items} isListed={false} />
    </>
  )
}
