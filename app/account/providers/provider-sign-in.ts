import { OAuthProvider } from 'firebase/auth'
import type { OAuthCredential } from 'firebase/auth'

import { patienceMs } from '../../api/timeouts.ts'

/**
 * Begins to sign in at a provider.
 *
 * @param next the page of this shop to go on to afterwards.
 * @returns where to send the browser. Rejects with an error for `describeAuthError`.
 */
export async function beginAtProvider(providerId: string, next: string): Promise<string> {
  const { location } = await ask(`/__/auth/provider/${providerId}`, { next })
  return location ?? fail('internal-error')
}

/** What to sign in with, for a browser that is back from a provider; once. Rejects with an error for `describeAuthError`. */
export async function takeHandover(state: string): Promise<OAuthCredential> {
  const { providerId, idToken, rawNonce } = await ask('/__/auth/handover', { state })
  if (providerId === undefined || idToken === undefined) return fail('internal-error')
  return new OAuthProvider(providerId).credential({ idToken, rawNonce })
}

type Fields = Readonly<Record<string, string | undefined>>

async function ask(path: string, fields: Fields): Promise<Fields> {
  const answer = await post(path, fields)
  if (answer.status === 429) return fail('too-many-requests')
  const body: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined
  if (typeof body !== 'object' || body === null) return fail('internal-error')
  const answered = body as Fields
  return answered['failure'] === undefined ? answered : fail(answered['failure'])
}

function post(path: string, fields: Fields): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  const signal = AbortSignal.timeout(patienceMs)
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(fields), signal }).catch(() =>
    fail('network-request-failed'),
  )
}

/** As the identity client's own errors are. */
function fail(code: string): never {
  throw Object.assign(new Error(code), { code: `auth/${code}` })
}
