import type { ReactNode } from 'react'

import type { Catalogue as NewestItems } from '../../src/catalogue/store.ts'
import { piecesPath } from '../../src/domain/page-paths.ts'
import { fill, formatNumber } from '../../src/domain/template.ts'
import { useShop } from '../shop.ts'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import { imageSizes, ItemCard } from './item-card.tsx'
import type { Browse } from './load-browse.ts'

/** The newest items, and where there are more. */
export interface HomeCatalogue extends NewestItems {
  readonly browse: Browse
}

/** The grid of the newest items. Without them it is empty, without a message. */
export function Catalogue({ catalogue }: { catalogue: HomeCatalogue | null }) {
  return (
    <CatalogueFrame>
      <NewItemsStatus />
      <Grid catalogue={catalogue} />
    </CatalogueFrame>
  )
}

/** As high as the window, so that nothing below it is seen to move. */
export function WaitingCatalogue() {
  const { home } = useServerMessages()
  return (
    <CatalogueFrame isWaiting>
      <p className="quiet">{home.loading}</p>
    </CatalogueFrame>
  )
}

function CatalogueFrame({ children, isWaiting = false }: { children: ReactNode; isWaiting?: boolean }) {
  const { home } = useServerMessages()
  return (
    <section
      id="catalogue"
      className={isWaiting ? 'catalogue catalogue-waiting' : 'catalogue'}
      aria-labelledby="catalogue-title"
    >
      <h2 id="catalogue-title">{home.catalogue}</h2>
      {children}
    </section>
  )
}

/** Where the live list announces new items, with a text for each plural rule: `data-one`, `data-other` and so on. */
export function NewItemsStatus() {
  const { home } = useServerMessages()
  const texts = Object.fromEntries(Object.entries(home.newItems).map(([rule, text]) => [`data-${rule}`, text]))
  return <p className="visually-hidden" role="status" id="catalogue-status" {...texts} />
}

/** The live list starts from `data-revision`. */
function Grid({ catalogue }: { catalogue: HomeCatalogue | null }) {
  const { home, pieces } = useServerMessages()
  const local = useLocalPath()
  const hasHeroPhoto = useShop()?.heroPhoto != null
  const items = catalogue?.items ?? []
  return (
    <div id="items" data-revision={catalogue?.revision ?? 0}>
      <div data-part="empty">{catalogue !== null && items.length === 0 && <p className="quiet">{home.empty}</p>}</div>
      <ul className="grid">
        {items.map((item, index) => (
          <ItemCard key={item.id} item={item} sizes={imageSizes} isFirst={index === 0 && !hasHeroPhoto} />
        ))}
      </ul>
      <div data-part="all">
        {catalogue !== null && items.length > 0 && (
          <a className="button button-quiet" href={local(piecesPath)}>
            {catalogue.browse.total === null
              ? pieces.all
              : fill(pieces.allCount, { count: formatNumber(catalogue.browse.total) })}
          </a>
        )}
      </div>
    </div>
  )
}
