import { use, type ReactNode } from 'react'
import { data, redirect, useRouteLoaderData } from 'react-router'

import type { Item } from '../../src/domain/item.ts'
import { missingAddresses } from '../../src/domain/page-address.ts'
import { editItemPath, homePath, itemPath } from '../../src/domain/page-paths.ts'
import type { PageServices } from '../../src/pages/page.ts'
import { messagesContext, servicesContext } from '../context.ts'
import { Deferred, deferIfSlow } from '../deferred.tsx'
import { InlineContentContext } from '../document/inline-content.tsx'
import type { PageHandle } from '../root.tsx'
import { useShop } from '../shop.ts'
import { PageMessage } from '../ui/page-message.tsx'
import { useLocalPath, useServerMessages } from '../use-messages.ts'
import type { Route } from './+types/item'
import { Breadcrumb } from './breadcrumb.tsx'
import { ItemDetails } from './item-details.tsx'
import { itemMeta, shopMeta } from './item-meta.ts'
import { loadMorePieces, type MorePiecesData } from './load-more-pieces.ts'
import { Maker } from './maker.tsx'
import { MorePieces } from './more-pieces.tsx'
import { NextSteps } from './next-steps.tsx'

/** The link check of an item that was just saved calls the identity service. */
export const handle: PageHandle = {
  hydrate: false,
  needs: ['identity'],
  hasHeading: true,
  before: <WayToItem />,
  after: <OtherPieces />,
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  const item = loaderData !== undefined && 'value' in loaderData.found ? loaderData.found.value.item : 'unknown'
  return loaderData && typeof item === 'object' ? itemMeta(root, item, loaderData.metaTexts) : shopMeta(root)
}

/** Why there is no item: there never was one, visitors do not see it, or it was purged. */
type Missing = 'unknown' | 'not-visible' | 'gone'

interface Found {
  readonly item: Item | Missing
  readonly more: MorePiecesData
}

/** The page for each kind of missing items, in the cache. */
const addresses = {
  unknown: missingAddresses.item,
  'not-visible': missingAddresses.notVisibleItem,
  gone: missingAddresses.goneItem,
} as const satisfies Record<Missing, string>

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  const { item, pieces } = args.context.get(messagesContext)
  const metaTexts = { priceOnRequest: item.priceOnRequest, allPieces: pieces.all }
  const missing = missingAt(itemPath(id))
  const found = await deferIfSlow(missing ? loadMissing(missing, args) : loadItem(id, args), args)
  if (missing) return data({ found, metaTexts }, { status: missing === 'gone' ? 410 : 404 })
  // Only within the server, which then answers with that page: all missing items of a kind share it.
  if ('value' in found && typeof found.value.item === 'string') throw redirect(addresses[found.value.item])
  return data({ found, metaTexts })
}

/** What is missing, if this is the path of a page for missing items. */
function missingAt(path: string): Missing | undefined {
  return (Object.keys(addresses) as Missing[]).find((missing) => addresses[missing] === path)
}

async function loadMissing(item: Missing, args: Route.LoaderArgs): Promise<Found> {
  return { item, more: await loadMorePieces(args) }
}

async function loadItem(id: string, args: Route.LoaderArgs): Promise<Found> {
  const { store } = args.context.get(servicesContext)
  const finding = find(store, id)
  const shown = finding.then((item) => (typeof item === 'string' ? undefined : item))
  const [item, more] = await Promise.all([finding, loadMorePieces(args, shown)])
  return { item, more }
}

async function find(store: PageServices['store'], id: string): Promise<Item | Missing> {
  const item = await store.find(id)
  if (item) return item
  if (await store.isNotVisible(id)) return 'not-visible'
  return (await store.isGone(id)) ? 'gone' : 'unknown'
}

export default function ItemPage({ loaderData: { found } }: Route.ComponentProps) {
  const local = useLocalPath()
  const { item: texts } = useServerMessages()
  return (
    <div className="page item-page" data-app={use(InlineContentContext).app}>
      <p className="item-links">
        <a className="plain-link back" href={local(homePath)}>
          {texts.back}
        </a>
        {'value' in found && typeof found.value.item === 'object' && (
          <a className="plain-link owner-only" href={editItemPath(found.value.item.id)}>
            {texts.edit}
          </a>
        )}
      </p>
      <Deferred data={found} waiting={<p className="quiet">{texts.loading}</p>} failed={<ItemFailed />}>
        {(loaded) => <Shown found={loaded} />}
      </Deferred>
    </div>
  )
}

function Shown({ found: { item, more } }: { found: Found }) {
  const { item: texts } = useServerMessages()
  const shop = useShop()
  if (typeof item === 'string' || shop === undefined) {
    return (
      <PageMessage message={item === 'unknown' ? texts.notFound : texts.gone}>
        <NextSteps categories={more.categories} />
      </PageMessage>
    )
  }
  return (
    <>
      <ItemDetails item={item} shop={shop} revision={more.revision} />
      <Maker shop={shop} />
    </>
  )
}

/** The way to the item, once it is there. */
function WayToItem() {
  return <OnceFound>{({ item }) => (typeof item === 'string' ? null : <Breadcrumb item={item} />)}</OnceFound>
}

/** Other items, once the item is there. */
function OtherPieces() {
  return <OnceFound>{({ more }) => <MorePieces items={more.items} />}</OnceFound>
}

/** For what is around the content of the page. */
function OnceFound({ children }: { children: (found: Found) => ReactNode }) {
  return <Deferred data={useRouteLoaderData<typeof loader>('item/item')?.found}>{children}</Deferred>
}

export function ErrorBoundary() {
  return (
    <div className="page">
      <ItemFailed />
    </div>
  )
}

/** The item could not be loaded: it may exist or not. */
function ItemFailed() {
  const { problems } = useServerMessages()
  return <PageMessage message={problems.pageFailed} isFailure />
}
