import { data } from 'react-router'

import { busyAddress } from '../src/domain/page-address.ts'
import type { Route } from './+types/not-found'
import { shopMeta } from './item/item-meta.ts'
import { DeadEnd } from './ui/dead-end.tsx'
import { useServerMessages } from './use-messages.ts'

export function meta({ matches }: Route.MetaArgs) {
  return shopMeta(matches[0].loaderData)
}

/** There is no page at the address, or none at the moment. */
export function loader({ request }: Route.LoaderArgs) {
  const isBusy = new URL(request.url).pathname === busyAddress
  return data({ isBusy }, { status: isBusy ? 503 : 404 })
}

export default function NotFound({ loaderData: { isBusy } }: Route.ComponentProps) {
  const { problems } = useServerMessages()
  return (
    <div className="page">
      <DeadEnd words={isBusy ? problems.busy : problems.notFound} role={isBusy ? 'alert' : undefined} />
    </div>
  )
}
