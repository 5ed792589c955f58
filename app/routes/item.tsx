import { Suspense } from 'react'
import { Await, data } from 'react-router'

import type { Item } from '../../src/domain/item.ts'
import { isItemId } from '../../src/domain/item.ts'
import { item as words, problems } from '../../src/domain/messages.ts'
import { servicesContext } from '../context.ts'
import { itemMeta, shopMeta } from '../item-meta.ts'
import { useShop } from '../shop.ts'
import { soon } from '../soon.ts'
import type { Soon } from '../soon.ts'
import { DeadEnd } from '../ui/dead-end.tsx'
import { ItemDetails } from '../ui/item-details.tsx'
import type { Route } from './+types/item'

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  const item = loaderData !== undefined && 'now' in loaderData.item ? loaderData.item.now : undefined
  return item ? itemMeta(shop, item) : shopMeta(shop, `/item/${params.id}`)
}

export async function loader(args: Route.LoaderArgs) {
  const { store } = args.context.get(servicesContext)
  const { id } = args.params
  const found: Soon<Item | undefined> = isItemId(id) ? await soon(store.find(id), args) : { now: undefined }
  const isMissing = 'now' in found && found.now === undefined
  const isGone = isMissing && isItemId(id) && (await store.isGone(id))
  return data({ item: found, isGone }, { status: isGone ? 410 : isMissing ? 404 : 200 })
}

export default function ItemPage({ loaderData: { item, isGone } }: Route.ComponentProps) {
  const shop = useShop()
  const show = (found: Item | undefined) =>
    found && shop ? (
      <ItemDetails item={found} whatsapp={shop.whatsapp} />
    ) : (
      <DeadEnd words={isGone ? words.gone : words.notFound} />
    )
  return (
    <div className="page">
      <p>
        <a className="back" href="/">
          {words.back}
        </a>
      </p>
      {'now' in item ? (
        show(item.now)
      ) : (
        <Suspense fallback={<p className="quiet">{words.loading}</p>}>
          <Await resolve={item.later} errorElement={<ItemFailed />}>
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
  return <DeadEnd words={problems.pageFailed} role="alert" />
}
