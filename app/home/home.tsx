import { data } from 'react-router'

import { itemListSize } from '../../src/domain/item.ts'
import { homePath } from '../../src/domain/page-paths.ts'
import type { PageServices } from '../../src/pages/page.ts'
import { messagesContext, servicesContext } from '../context.ts'
import { Deferred, deferIfSlow } from '../deferred.tsx'
import type { PageHandle } from '../root.tsx'
import { visitorMeta } from '../visitor-meta.ts'
import type { Route } from './+types/home'
import { Catalogue, WaitingCatalogue, type HomeCatalogue } from './catalogue.tsx'
import { CategoryRow } from './category-row.tsx'
import { Hero } from './hero.tsx'
import { DeliveryNote, MakerBand } from './home-notes.tsx'
import { loadBrowse } from './load-browse.ts'

export const handle: PageHandle = { hydrate: false, top: <Hero /> }

export function meta({ loaderData: { headline }, matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  const { shop, description } = root
  return visitorMeta(root, { path: homePath, title: headline, fullTitle: `${shop.name} · ${headline}`, description })
}

export async function loader(args: Route.LoaderArgs) {
  const { log, shop } = args.context.get(servicesContext)
  const headline = shop().headline || args.context.get(messagesContext).home.headline
  try {
    return { headline, catalogue: await deferIfSlow(loadCatalogue(args.context.get(servicesContext)), args) }
  } catch (error) {
    log.error({ err: error }, 'the list could not be read')
    return data({ headline, catalogue: { value: null } }, { status: 503 })
  }
}

async function loadCatalogue(services: PageServices): Promise<HomeCatalogue> {
  const newest = await services.store.newest(itemListSize)
  return { ...newest, browse: await loadBrowse(services, newest.items) }
}

export default function Home({ loaderData: { catalogue } }: Route.ComponentProps) {
  return (
    // In one piece: what came before the row of categories would be moved by it.
    <Deferred data={catalogue} waiting={<WaitingCatalogue />} failed={<Loaded catalogue={null} />}>
      {(loaded) => <Loaded catalogue={loaded} />}
    </Deferred>
  )
}

/** @param catalogue `null`: it could not be loaded. */
function Loaded({ catalogue }: { catalogue: HomeCatalogue | null }) {
  return (
    <>
      <CategoryRow browse={catalogue?.browse} />
      <MakerBand />
      <Catalogue catalogue={catalogue} />
      <DeliveryNote />
    </>
  )
}
