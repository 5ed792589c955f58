import type { Identity } from '@stockinette/identity'
import { toAddress } from '@stockinette/rate-limit/address.ts'

type Answer = Readonly<Record<string, string>>

/**
 * Calls a method of the identity service over HTTP: `accounts:signUp`, or `token`.
 *
 * Rejects with an error with the `code` of the service, or the status, when the service refuses.
 */
export async function callIdentity(identity: Identity, method: string, fields: object): Promise<Answer> {
  const response = await requestIdentity(identity, method, fields)
  const text = await response.text()
  if (response.status === 200) return JSON.parse(text) as Answer
  const { error } = text.startsWith('{') ? (JSON.parse(text) as { error: { message: string } }) : { error: undefined }
  throw Object.assign(new Error(error?.message ?? text), { code: error?.message.split(' : ')[0] ?? response.status })
}

/** Like `callIdentity`, but returns the response. */
export function requestIdentity(identity: Identity, method: string, fields: object): Promise<Response> {
  const host = method === 'token' ? 'securetoken' : 'identitytoolkit'
  const origin = 'http://localhost'
  const url = `${origin}/${host}.googleapis.com/v1/${method}?key=k`
  const request = new Request(url, { method: 'POST', body: JSON.stringify(fields) })
  return identity.fetch(request, { address: toAddress('127.0.0.1'), origin })
}
