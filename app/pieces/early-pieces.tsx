import type { CatalogueQuery } from '../../src/domain/catalogue/catalogue-query.ts'
import type { Item } from '../../src/domain/item.ts'
import { CardGrid } from './card-grid.tsx'
import { PiecesFrame } from './pieces-frame.tsx'

interface EarlyPiecesProps {
  readonly query: CatalogueQuery
  readonly early: readonly Item[]
  /** In place of the number of pieces. */
  readonly message: string
  readonly isFailed?: boolean
}

/** What is known of a list while the index is filled, or after it could not be. */
export function EarlyPieces({ query, early, message, isFailed = false }: EarlyPiecesProps) {
  return (
    <PiecesFrame query={query} status={<p role={isFailed ? 'alert' : 'status'}>{message}</p>} isWaiting={!isFailed}>
      <CardGrid items={early} />
    </PiecesFrame>
  )
}
