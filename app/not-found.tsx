import { data } from 'react-router'

import { busyAddress } from '../src/domain/page-address.ts'
import type { Route } from './+types/not-found'
import { shopMeta } from './item/item-meta.ts'
import { PageMessage } from './ui/page-message.tsx'
import { useServerMessages } from './use-messages.ts'

export function meta({ matches }: Route.MetaArgs) {
  return shopMeta(matches[0].loaderData)
}

/** The page for a missing path, and for a busy shop. */
export function loader({ request }: Route.LoaderArgs) {
  const isBusy = new URL(request.url).pathname === busyAddress
  return data({ isBusy }, { status: isBusy ? 503 : 404 })
}

export default function NotFound({ loaderData: { isBusy } }: Route.ComponentProps) {
  const { problems } = useServerMessages()
  return (
    <div className="page">
      <PageMessage message={isBusy ? problems.busy : problems.notFound} role={isBusy ? 'alert' : undefined} />
    </div>
  )
}
