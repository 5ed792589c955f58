import { Hono } from 'hono'

import type { Bindings } from '../../web/bindings.ts'
import { createOwnerChecks } from '../owners-only.ts'
import type { RequestChecks } from '../permissions.ts'
import type { Notices } from './notices.ts'

/**
 * `GET /`, for owners: the notices that the owner has not dismissed, newest first. `DELETE /:id` dismisses one and all older ones
 * for this owner: 204.
 */
export function createNoticesApi({ notices, ...checks }: RequestChecks & { readonly notices: Notices }) {
  const { ownersOnly } = createOwnerChecks(checks)
  const api = new Hono<Bindings>()
  api.on('GET', '/', ownersOnly)
  api.on('DELETE', '/:id', ownersOnly)
  api.get('/', async (context) => context.json({ notices: await notices.listFor(context.get('owner').uid) }))
  api.delete('/:id', async (context) => {
    await notices.dismiss(context.get('owner').uid, context.req.param('id'))
    return context.body(null, 204)
  })
  return api
}
