import { Fragment } from 'react'

import { cataloguePath, wholeCatalogue } from '../../src/domain/catalogue/catalogue-query.ts'
import { createPath, homePath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import { useCategoryLabel } from '../ui/use-category-label.ts'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import type { FoundPieces } from './load-pieces.ts'

/** Why there are no pieces, or others than the words ask for. */
export function ListMessage({ query, page, overview }: Pick<FoundPieces, 'query' | 'page' | 'overview'>) {
  const { pieces } = useServerMessages()
  const local = useLocalPath()
  const { words } = query
  const { correctedWords, partialWords } = page
  const others = partialWords ?? (correctedWords === null ? [] : [correctedWords])
  if (others.length > 0) {
    const isPartial = partialWords !== null
    return (
      <p className="list-message">
        {isPartial ? fill(pieces.noneForAll, { words }) : fill(pieces.noneFor, { words })}{' '}
        {isPartial ? pieces.showingPartial : pieces.showing}{' '}
        {others.map((other, index) => (
          <Fragment key={other}>
            {index > 0 && ', '}
            <a href={local(cataloguePath({ ...query, words: other, cursor: null }))}>
              {fill(pieces.words, { words: other })}
            </a>
          </Fragment>
        ))}
        .
      </p>
    )
  }
  if (page.items.length > 0) return null
  if (overview.total === 0) return <EmptyShop />
  if (page.total > 0) return <p className="list-message">{pieces.noneBeyond}</p>
  return <NothingFound query={query} />
}

function EmptyShop() {
  const { home, item, site } = useServerMessages()
  const local = useLocalPath()
  return (
    <>
      <p className="list-message no-pieces">{home.empty}</p>
      <p className="actions">
        <a className="button" href={local(homePath)}>
          {item.backHome}
        </a>
        <a className="button button-quiet owner-only" href={createPath}>
          {site.addItem}
        </a>
      </p>
    </>
  )
}

/** With the widest list that may have what was looked for: the same words everywhere, or the list without filters. */
function NothingFound({ query }: Pick<FoundPieces, 'query'>) {
  const { pieces } = useServerMessages()
  const labelOf = useCategoryLabel()
  const local = useLocalPath()
  const { words, category, sort } = query
  const everywhere = cataloguePath({ ...wholeCatalogue, words, sort })
  const isNarrowed = words !== '' && everywhere !== cataloguePath({ ...query, cursor: null })
  const noneFor = isNarrowed ? pieces.noneForHere : pieces.noneFor
  const seeAll = category === null ? pieces.seeAll : fill(pieces.seeAllIn, { category: labelOf(category) })
  return (
    <>
      <p className="list-message">{words === '' ? pieces.noneMatch : fill(noneFor, { words })}</p>
      <a
        className="button button-quiet"
        href={local(isNarrowed ? everywhere : cataloguePath({ ...wholeCatalogue, category }))}
      >
        {isNarrowed ? fill(pieces.searchEverywhere, { words }) : seeAll}
      </a>
      <p className="quiet">{pieces.browse}</p>
    </>
  )
}
