import { Suspense } from 'react'
import { Await } from 'react-router'

import type { Catalogue as NewestItems } from '../../src/catalogue/store.ts'
import type { MaybeDeferred } from '../defer-if-slow.ts'
import { useServerMessages } from '../use-messages.ts'
import { BrowseLinks } from './browse-links.tsx'
import { ItemCard } from './item-card.tsx'
import type { Browse } from './load-browse.ts'

/** The newest items, and where there are more. */
export interface HomeCatalogue extends NewestItems {
  readonly browse: Browse
}

/** The grid of the newest items. `null`: they could not be loaded; the grid is empty then, without a message. */
export function Catalogue({ catalogue }: { catalogue: MaybeDeferred<HomeCatalogue | null> }) {
  const { home } = useServerMessages()
  return (
    <section id="catalogue" className="catalogue" aria-labelledby="catalogue-title">
      <h2 id="catalogue-title">{home.catalogue}</h2>
      <NewItemsStatus />
      {'value' in catalogue ? (
        <Grid catalogue={catalogue.value} />
      ) : (
        <Suspense fallback={<p className="quiet">{home.loading}</p>}>
          <Await resolve={catalogue.promise} errorElement={<Grid catalogue={null} />}>
            {(loaded) => <Grid catalogue={loaded} />}
          </Await>
        </Suspense>
      )}
    </section>
  )
}

/** Where the live list announces new items. */
export function NewItemsStatus() {
  const { home } = useServerMessages()
  return <p className="visually-hidden" role="status" id="catalogue-status" {...pluralAttributes(home.newItems)} />
}

/** Texts for a count, by plural rule, for the visitor script: `data-one`, `data-other` and so on. */
function pluralAttributes(texts: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(texts).map(([rule, text]) => [`data-${rule}`, text]))
}

/** The live list starts from `data-revision`. */
function Grid({ catalogue }: { catalogue: HomeCatalogue | null }) {
  const { home } = useServerMessages()
  const items = catalogue?.items ?? []
  return (
    <div id="grid" data-revision={catalogue?.revision ?? 0}>
      {catalogue !== null && items.length === 0 && <p className="quiet">{home.empty}</p>}
      <ul className="grid">
        {items.map((item, index) => (
          <ItemCard key={item.id} item={item} isFirst={index === 0} />
        ))}
      </ul>
      {catalogue !== null && items.length > 0 && <BrowseLinks browse={catalogue.browse} />}
    </div>
  )
}
