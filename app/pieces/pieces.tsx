import { data } from 'react-router'

import { isPlain, type CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import type { Item } from '../../src/domain/item.ts'
import { fill, formatNumber, pluralOf } from '../../src/domain/template.ts'
import { messagesContext, servicesContext } from '../context.ts'
import { Deferred, deferIfSlow } from '../deferred.tsx'
import { NewItemsStatus } from '../home/catalogue.tsx'
import { PageMessage, TryAgain } from '../ui/page-message.tsx'
import { useServerMessages } from '../use-messages.ts'
import type { Route } from './+types/pieces'
import { CardGrid } from './card-grid.tsx'
import { Categories } from './categories.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterForm } from './filter-form.tsx'
import { ListMessage } from './list-message.tsx'
import { loadEarlyPieces, loadPieces, readAddress, requireCanonical, type FoundPieces } from './load-pieces.ts'
import { Pages } from './pages.tsx'
import { PiecesFrame } from './pieces-frame.tsx'
import { describePieces, piecesMeta } from './pieces-meta.ts'

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { query, head, found } = loaderData
  const list = 'value' in found && typeof found.value === 'object' ? found.value : undefined
  return piecesMeta(matches[0].loaderData, query, head, list)
}

/** All pieces, a category or a search, one page at a time. */
export async function loader(args: Route.LoaderArgs) {
  const { store, search, log, shop } = args.context.get(servicesContext)
  const { categoryNames } = shop()
  const texts = args.context.get(messagesContext)
  const query = readAddress(args.request)
  const head = describePieces(texts, query, categoryNames)
  const loadEarly = () => loadEarlyPieces(store, query, args)
  let found
  try {
    found = await deferIfSlow(loadPieces({ store, search }, query), args)
  } catch (error) {
    log.error({ err: error }, 'the pieces could not be read')
    return data({ query, head, found: { value: 'failed' as const }, early: await loadEarly() }, { status: 503 })
  }
  if ('promise' in found) return { query, head, found, early: await loadEarly() }
  const list = requireCanonical(query, found.value)
  return { query, head: describePieces(texts, query, categoryNames, list), found, early: [] }
}

export default function Pieces({ loaderData: { query, found, early } }: Route.ComponentProps) {
  const { pieces } = useServerMessages()
  return (
    <Deferred<LoadedProps['found']>
      data={found}
      waiting={<EarlyPieces {...{ query, early }} message={pieces.loading} />}
      failed={<Loaded {...{ query, early }} found="failed" />}
    >
      {(loaded) => <Loaded {...{ query, early }} found={loaded} />}
    </Deferred>
  )
}

interface LoadedProps {
  readonly query: CatalogueQuery
  readonly found: FoundPieces | 'missing' | 'failed'
  readonly early: readonly Item[]
}

function Loaded({ query, found, early }: LoadedProps) {
  const { pieces, problems } = useServerMessages()
  if (found === 'failed') return <EarlyPieces {...{ query, early }} message={pieces.failed} isFailure />
  if (found !== 'missing') return <PieceList {...found} />
  return (
    <div className="page">
      <PageMessage message={problems.notFound} />
    </div>
  )
}

interface EarlyPiecesProps extends Pick<LoadedProps, 'query' | 'early'> {
  /** In place of the number of pieces. */
  readonly message: string
  readonly isFailure?: boolean
}

/** What is known of a list while the index is filled, or after it could not be. */
function EarlyPieces({ query, early, message, isFailure = false }: EarlyPiecesProps) {
  return (
    <PiecesFrame query={query} status={<p role={isFailure ? 'alert' : 'status'}>{message}</p>} isWaiting={!isFailure}>
      {isFailure && (
        <p>
          <TryAgain />
        </p>
      )}
      <CardGrid items={early} />
    </PiecesFrame>
  )
}

/** One page of a list. The live list replaces the parts with `data-part`, and reconciles the cards. */
function PieceList({ query, page, overview, facets, suggestions }: FoundPieces) {
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
        id="items"
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
