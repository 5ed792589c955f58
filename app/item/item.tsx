import { Suspense } from 'react'
import { Await, data } from 'react-router'

import type { Item } from '../../src/domain/item.ts'
import { missingAddresses } from '../../src/domain/page-address.ts'
import { homePath, itemPath } from '../../src/domain/page-paths.ts'
import type { PageServices } from '../../src/pages/page.ts'
import { messagesContext, renderingContext, servicesContext } from '../context.ts'
import { soon } from '../defer-if-slow.ts'
import type { Soon } from '../defer-if-slow.ts'
import { useShop } from '../shop.ts'
import { DeadEnd } from '../ui/dead-end.tsx'
import { useServerMessages } from '../use-messages.ts'
import type { Route } from './+types/item'
import { ItemDetails } from './item-details.tsx'
import { itemMeta, shopMeta } from './item-meta.ts'

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = matches[0].loaderData
  const found = loaderData !== undefined && 'now' in loaderData.found ? loaderData.found.now : 'unknown'
  return loaderData && typeof found === 'object'
    ? itemMeta(root.shop, found, loaderData.priceOnRequest)
    : shopMeta(root)
}

/** An item, or why there is none. */
type Found = Item | 'unknown' | 'gone'

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  const { priceOnRequest } = args.context.get(messagesContext).item
  const missing = missingAt(itemPath(id))
  if (missing) return data({ found: { now: missing } as Soon<Found>, priceOnRequest }, { status: statusOf(missing) })
  const found = await soon(find(args.context.get(servicesContext).store, id), args)
  if ('now' in found && typeof found.now === 'string') {
    const { item, goneItem } = missingAddresses
    args.context.get(renderingContext).sameAs = found.now === 'gone' ? goneItem : item
  }
  return data({ found, priceOnRequest }, { status: 'now' in found ? statusOf(found.now) : 200 })
}

/** What is missing at the address of a page that is there to say so. */
function missingAt(address: string): 'unknown' | 'gone' | undefined {
  if (address === missingAddresses.item) return 'unknown'
  return address === missingAddresses.goneItem ? 'gone' : undefined
}

async function find(store: PageServices['store'], id: string): Promise<Found> {
  return (await store.find(id)) ?? ((await store.isGone(id)) ? 'gone' : 'unknown')
}

function statusOf(found: Found): number {
  if (found === 'gone') return 410
  return found === 'unknown' ? 404 : 200
}

export default function ItemPage({ loaderData: { found } }: Route.ComponentProps) {
  const { item: words } = useServerMessages()
  const shop = useShop()
  const show = (item: Found) =>
    typeof item === 'object' && shop ? (
      <ItemDetails item={item} whatsapp={shop.whatsapp} />
    ) : (
      <DeadEnd words={item === 'gone' ? words.gone : words.notFound} />
    )
  return (
    <div className="page">
      <p>
        <a className="back" href={homePath}>
          {words.back}
        </a>
      </p>
      {'now' in found ? (
        show(found.now)
      ) : (
        <Suspense fallback={<p className="quiet">{words.loading}</p>}>
          <Await resolve={found.later} errorElement={<ItemFailed />}>
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

/** The item could not be read; whether there is one, nobody knows. */
function ItemFailed() {
  const { problems } = useServerMessages()
  return <DeadEnd words={problems.pageFailed} role="alert" />
}
