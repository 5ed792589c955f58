import { apiFetch, type TokenSource } from '../api/api-client.ts'
import { withTimeout } from '../api/timeouts.ts'
import { keepOwnerMark } from './owner-mark.ts'

/** How long signing in waits to learn whether the user is an owner, in milliseconds. The pages for owners ask again. */
const afterSignInMs = 2_000

/** What the server lets the user do. `undefined`: it did not say. */
interface Me {
  readonly isOwner: boolean | undefined
  readonly mayAdd: boolean | undefined
  /** Whether the shop has ever had an owner. */
  readonly isClaimed: boolean | undefined
}

/** Asks the server what the user may do, and keeps the owner mark as it answers. @throws Error for `errorMessage`. */
export async function fetchMe(session: TokenSource, signal?: AbortSignal): Promise<Me> {
  const { body } = await apiFetch(session, { method: 'GET', path: '/api/me', ...(signal && { signal }) })
  const isOwner = toBoolean(body?.['isOwner'])
  if (isOwner !== undefined) keepOwnerMark(isOwner)
  return { isOwner, mayAdd: toBoolean(body?.['mayAdd']), isClaimed: toBoolean(body?.['isClaimed']) }
}

/** Keeps the owner mark of a user who has just signed in, if the server answers soon. */
export async function keepMarkAfterSignIn(session: TokenSource): Promise<void> {
  await withTimeout(
    afterSignInMs,
    fetchMe(session).catch(() => undefined),
  )
}

function toBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}
