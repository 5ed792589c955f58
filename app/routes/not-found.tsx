import { data } from 'react-router'

import { item, problems } from '../../src/domain/messages.ts'
import { shopMeta } from '../item-meta.ts'
import type { Route } from './+types/not-found'

export function meta({ matches, location }: Route.MetaArgs) {
  return shopMeta(matches[0].loaderData.shop, location.pathname)
}

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <div className="page notice-page">
      <p>{problems.notFound}</p>
      <a className="button" href="/">
        {item.backHome}
      </a>
    </div>
  )
}
