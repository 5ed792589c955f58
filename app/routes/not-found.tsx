import { data } from 'react-router'

import { problems } from '../../src/domain/messages.ts'
import { shopMeta } from '../item-meta.ts'
import { DeadEnd } from '../ui/dead-end.tsx'
import type { Route } from './+types/not-found'

export function meta({ matches }: Route.MetaArgs) {
  return shopMeta(matches[0].loaderData.shop)
}

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <div className="page">
      <DeadEnd words={problems.notFound} />
    </div>
  )
}
