import { Suspense, use } from 'react'
import { Await, data, redirect } from 'react-router'

import type { Item } from '../../src/domain/item.ts'
import { missingAddresses } from '../../src/domain/page-address.ts'
import { homePath, itemPath } from '../../src/domain/page-paths.ts'
import type { PageServices } from '../../src/pages/page.ts'
import { messagesContext, servicesContext } from '../context.ts'
import { deferIfSlow, type MaybeDeferred } from '../defer-if-slow.ts'
import { InlineContentContext } from '../document/inline-content.tsx'
import type { PageHandle } from '../root.tsx'
import { useShop } from '../shop.ts'
import { PageMessage } from '../ui/page-message.tsx'
import { useServerMessages } from '../use-messages.ts'
import type { Route } from './+types/item'
import { ItemDetails } from './item-details.tsx'
import { itemMeta, shopMeta } from './item-meta.ts'

/** The link check of an item that was just saved calls the identity service. */
export const handle: PageHandle = { hydrate: false, needs: ['identity'] }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  const found = loaderData !== undefined && 'value' in loaderData.found ? loaderData.found.value : 'unknown'
  return loaderData && typeof found === 'object'
    ? itemMeta(root.shop, found, loaderData.priceOnRequest)
    : shopMeta(root)
}

/** An item, or why it is missing. */
type Found = Item | 'unknown' | 'gone'

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  const { priceOnRequest } = args.context.get(messagesContext).item
  const missing = missingAt(itemPath(id))
  if (missing)
    return data(
      { found: { value: missing } as MaybeDeferred<Found>, priceOnRequest },
      { status: missing === 'gone' ? 410 : 404 },
    )
  const found = await deferIfSlow(find(args.context.get(servicesContext).store, id), args)
  // Only within the server, which then answers with that page: all missing items share it.
  if ('value' in found && typeof found.value === 'string') {
    throw redirect(found.value === 'gone' ? missingAddresses.goneItem : missingAddresses.item)
  }
  return data({ found, priceOnRequest })
}

/** What is missing, if this is the path of a page for missing items. */
function missingAt(path: string): 'unknown' | 'gone' | undefined {
  if (path === missingAddresses.item) return 'unknown'
  return path === missingAddresses.goneItem ? 'gone' : undefined
}

async function find(store: PageServices['store'], id: string): Promise<Found> {
  return (await store.find(id)) ?? ((await store.isGone(id)) ? 'gone' : 'unknown')
}

export default function ItemPage({ loaderData: { found } }: Route.ComponentProps) {
  const { item: texts } = useServerMessages()
  const shop = useShop()
  const show = (item: Found) =>
    typeof item === 'object' && shop ? (
      <ItemDetails item={item} whatsapp={shop.whatsapp} />
    ) : (
      <PageMessage message={item === 'gone' ? texts.gone : texts.notFound} />
    )
  return (
    <div className="page" data-app={use(InlineContentContext).app}>
      <p>
        <a className="plain-link" href={homePath}>
          {texts.back}
        </a>
      </p>
      {'value' in found ? (
        show(found.value)
      ) : (
        <Suspense fallback={<p className="quiet">{texts.loading}</p>}>
          <Await resolve={found.promise} errorElement={<ItemFailed />}>
            {show}
          </Await>
        </Suspense>
      )}
    </div>
  )
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
  return <PageMessage message={problems.pageFailed} role="alert" />
}
