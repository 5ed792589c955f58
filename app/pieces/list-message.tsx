import { Fragment } from 'react'

import { cataloguePath, wholeCatalogue } from '../../src/domain/catalogue/catalogue-query.ts'
import { useServerMessages } from '../use-messages.ts'
import type { FoundPieces } from './load-pieces.ts'

/** Why there are no pieces, or others than the words ask for. */
export function ListMessage({ query, page, overview }: Pick<FoundPieces, 'query' | 'page' | 'overview'>) {
  const { home, pieces } = useServerMessages()
  const { words } = query
  const { correctedWords, partialWords } = page
  const others = partialWords ?? (correctedWords === null ? [] : [correctedWords])
  if (others.length > 0) {
    const isPartial = partialWords !== null
    return (
      <p className="list-message">
        {isPartial ? pieces.noneForAll(words) : pieces.noneFor(words)}{' '}
        {isPartial ? pieces.showingPartial : pieces.showing}{' '}
        {others.map((other, index) => (
          <Fragment key={other}>
            {index > 0 && ', '}
            <a href={cataloguePath({ ...query, words: other, cursor: null })}>{pieces.words(other)}</a>
          </Fragment>
        ))}
        .
      </p>
    )
  }
  if (page.items.length > 0) return null
  if (overview.total === 0) return <p className="quiet no-pieces">{home.empty}</p>
  if (page.total > 0) return <p className="list-message">{pieces.noneBeyond}</p>
  const everywhere = cataloguePath({ ...wholeCatalogue, words, sort: query.sort })
  const isNarrowed = words !== '' && everywhere !== cataloguePath({ ...query, cursor: null })
  const noneFor = isNarrowed ? pieces.noneForHere : pieces.noneFor
  return (
    <>
      <p className="list-message">{words === '' ? pieces.noneMatch : noneFor(words)}</p>
      {isNarrowed && (
        <p>
          <a className="button button-quiet" href={everywhere}>
            {pieces.searchEverywhere(words)}
          </a>
        </p>
      )}
      <p className="quiet">{pieces.browse}</p>
    </>
  )
}
