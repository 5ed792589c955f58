import { apiFetch, type TokenSource } from '../api/api-client.ts'
import { keepOwnerMark } from './marks.ts'

/** What the server lets the user do. What it did not say is missing. */
interface Me {
  readonly isOwner?: boolean
  readonly mayAdd?: boolean
  /** Whether the shop has ever had an owner. */
  readonly isClaimed?: boolean
}

/** Asks the server what the user may do, and keeps the owner mark as it answers. @throws Error for `errorMessage`. */
export async function fetchMe(session: TokenSource, signal?: AbortSignal): Promise<Me> {
  const { body } = await apiFetch(session, { method: 'GET', path: '/api/me', ...(signal && { signal }) })
  const me: Me = body ?? {}
  if (me.isOwner !== undefined) keepOwnerMark(me.isOwner)
  return me
}
