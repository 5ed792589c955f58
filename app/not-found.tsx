import type { ReactNode } from 'react'
import { data, useRouteLoaderData } from 'react-router'

import { busyAddress } from '../src/domain/page-address.ts'
import type { Route } from './+types/not-found'
import { Deferred, deferIfSlow } from './deferred.tsx'
import { shopMeta } from './item/item-meta.ts'
import { loadMorePieces, type MorePiecesData } from './item/load-more-pieces.ts'
import { MorePieces } from './item/more-pieces.tsx'
import { NextSteps } from './item/next-steps.tsx'
import type { PageHandle } from './root.tsx'
import { PageMessage } from './ui/page-message.tsx'
import { useServerMessages } from './use-messages.ts'

export const handle: PageHandle = {
  hydrate: false,
  hasHeading: true,
  after: <OnceLoaded>{({ items }) => <MorePieces items={items} />}</OnceLoaded>,
}

export function meta({ matches }: Route.MetaArgs) {
  return shopMeta(matches[0].loaderData)
}

/** The page for a missing path, and for a busy shop. */
export async function loader(args: Route.LoaderArgs) {
  // A busy shop reads nothing for a page that says so.
  if (new URL(args.request.url).pathname === busyAddress)
    return data({ isBusy: true, more: undefined }, { status: 503 })
  return data({ isBusy: false, more: await deferIfSlow(loadMorePieces(args), args) }, { status: 404 })
}

export default function NotFound({ loaderData: { isBusy } }: Route.ComponentProps) {
  const { problems } = useServerMessages()
  return (
    <div className="page">
      <PageMessage message={isBusy ? problems.busy : problems.notFound} isFailure={isBusy}>
        <OnceLoaded>{({ categories }) => <NextSteps categories={categories} />}</OnceLoaded>
      </PageMessage>
    </div>
  )
}

/** Of what a busy shop does not read. */
function OnceLoaded({ children }: { children: (more: MorePiecesData) => ReactNode }) {
  return <Deferred data={useRouteLoaderData<typeof loader>('not-found')?.more}>{children}</Deferred>
}
