import { apiFetch, type TokenSource } from '../api/api-client.ts'
import { keepOwnerMark } from './marks.ts'

/** What the server lets the user do. `undefined`: it did not say. */
export interface Me {
  readonly mayAdd: boolean | undefined
  /** Whether the shop has ever had an owner. */
  readonly isClaimed: boolean | undefined
}

/** Asks the server what the user may do, and keeps the owner mark as it answers. @throws Error for `errorMessage`. */
export async function fetchMe(session: TokenSource, signal?: AbortSignal): Promise<Me> {
  const { body } = await apiFetch(session, { method: 'GET', path: '/api/me', ...(signal && { signal }) })
  const isOwner = toBoolean(body?.['isOwner'])
  if (isOwner !== undefined) keepOwnerMark(isOwner)
  return { mayAdd: toBoolean(body?.['mayAdd']), isClaimed: toBoolean(body?.['isClaimed']) }
}

function toBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
