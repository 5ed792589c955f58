import { OAuthProvider, type OAuthCredential } from 'firebase/auth'

import { sendRequest } from '../../api/api-client.ts'

/**
 * Starts to sign in with a provider.
 *
 * @param next the path to continue at afterwards.
 * @returns the authorization URL of the provider. Rejects with an error for `describeAuthError`.
 */
export async function startAuthorization(providerId: string, next: string): Promise<string> {
  const { location } = await postJson(`/__/auth/provider/${providerId}`, { next })
  return location ?? fail('internal-error')
}

/** Exchanges a provider's answer for a credential, once. Rejects with an error for `describeAuthError`. */
export async function redeemAnswer(answer: string): Promise<OAuthCredential> {
  const { providerId, idToken, rawNonce } = await postJson('/__/auth/handover', { answer })
  if (providerId === undefined || idToken === undefined) return fail('internal-error')
  return new OAuthProvider(providerId).credential({ idToken, rawNonce })
}

type Fields = Readonly<Record<string, string | undefined>>

async function postJson(path: string, fields: Fields): Promise<Fields> {
  const { status, isOk, body } = await sendRequest({ method: 'POST', path, body: fields }).catch(() =>
    fail('network-request-failed'),
  )
  if (status === 429) return fail('too-many-requests')
  if (!isOk || body === undefined) return fail('internal-error')
  const result = body as Fields
  return result['failure'] === undefined ? result : fail(result['failure'])
}

/** Throws an error with a code, like the identity client's own. */
function fail(code: string): never {
  throw Object.assign(new Error(code), { code: `auth/${code}` })
}
