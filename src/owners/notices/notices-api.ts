import { Hono } from 'hono'

import type { Bindings } from '../../web/bindings.ts'
import type { Visitor } from '../access.ts'
import { createOwnerChecks } from '../owners-only.ts'
import type { RequestChecks } from '../permissions.ts'
import { findDismissed, toKept } from './kept-notices.ts'
import type { Notices } from './notices.ts'

/**
 * `GET /`, for owners: the notices that the owner has not dismissed, newest first. `DELETE /:id` dismisses one and all older ones
 * for this owner, apart from those that stay (`keptUntil`) and what is newer than these: 204.
 */
export function createNoticesApi({ notices, ...checks }: RequestChecks & { readonly notices: Notices }) {
  const { ownersOnly } = createOwnerChecks(checks)
  const api = new Hono<Bindings>()
  const list = async (owner: Visitor) => {
    const [found, email] = await Promise.all([notices.listFor(owner.uid), checks.permissions.addressOf(owner)])
    return toKept(found, email, new Date())
  }
  api.get('/', ownersOnly, async (context) => context.json({ notices: await list(context.get('owner')) }))
  api.delete('/:id', ownersOnly, async (context) => {
    const owner = context.get('owner')
    const dismissed = findDismissed(await list(owner), context.req.param('id'))
    if (dismissed) await notices.dismiss(owner.uid, dismissed.id)
    return context.body(null, 204)
  })
  return api
}
