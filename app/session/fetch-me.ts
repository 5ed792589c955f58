import { apiFetch, type TokenSource } from '../api/api-client.ts'
import { keepOwnerMark } from './owner-mark.ts'

/** What the server lets the user do. `undefined`: it did not say. */
interface Me {
  readonly isOwner: boolean | undefined
  readonly mayAdd: boolean | undefined
}

/** Asks the server what the user may do, and keeps the owner mark as it answers. @throws Error for `errorMessage`. */
export async function fetchMe(session: TokenSource, signal?: AbortSignal): Promise<Me> {
  const { body } = await apiFetch(session, { method: 'GET', path: '/api/me', ...(signal && { signal }) })
  const me = { isOwner: toBoolean(body?.['isOwner']), mayAdd: toBoolean(body?.['mayAdd']) }
  if (me.isOwner !== undefined) keepOwnerMark(me.isOwner)
  return me
}

function toBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
