import assert from 'node:assert/strict'

import { root } from '../kit/shop/shop-process.ts'
import type { BodyRequest } from './body-requests.ts'
import type { FuzzAccounts } from './fuzz-accounts.ts'
import type { RawClient } from './raw-client.ts'
import type { RawResponse } from './response-reader.ts'

/** Log lines of unexpected errors, which must never appear. */
export const unexpectedErrors = /"msg":"(?:internal|the identity service failed|a page failed)|Unhandled|Uncaught/

/** Sends a request, and checks that the response is a success or an error in the documented form. */
export async function checkBodyRequest(request: BodyRequest, client: RawClient, accounts: FuzzAccounts): Promise<void> {
  const { target } = request
  const answer = await client.send(await accounts.prepare(request))
  accounts.rememberVersion(answer)
  const { status, headers, body } = answer
  assert.ok(status >= 200 && status < 500, `answered ${status}: ${body.toString().slice(0, 300)}`)
  const text = body.toString()
  assert.doesNotMatch(text, /\\n +at |^ +at |node:internal|node_modules/m, 'a stack trace')
  assert.ok(!text.includes(root), 'a path of this machine')
  const type = headers.get('content-type')
  if (type === undefined) assert.ok(hasNoBody(answer), `answered ${status} without a type`)
  else assert.match(type, target.startsWith('/api/items/live') ? /^text\/event-stream$/ : /^application\/json/)
  if (status >= 400 && type !== undefined) assertError(request, answer)
}

/** Successes and redirects without a body, and errors of Node's parser. */
function hasNoBody({ status, body }: RawResponse): boolean {
  return body.length === 0 && (status < 400 || [400, 408, 413, 417, 431].includes(status))
}

/**
 * `{ error: { code, message } }`. The code is the status in the identity service, a string elsewhere. Requests of other sites'
 * pages do not reach the service.
 */
function assertError({ target }: BodyRequest, { status, body }: RawResponse): void {
  const { error } = JSON.parse(body.toString()) as { error?: { code?: unknown; message?: unknown } }
  assert.equal(typeof error?.message, 'string')
  if (target.includes('googleapis.com') && error?.code !== 'other-origin') assert.equal(error?.code, status)
  else assert.equal(typeof error?.code, 'string')
}
