import assert from 'node:assert/strict'

import { root } from '../kit/shop/shop-process.ts'
import type { BodyRequest } from './body-requests.ts'
import type { FuzzAccounts } from './fuzz-accounts.ts'
import type { RawClient } from './raw-client.ts'
import type { RawResponse } from './response-reader.ts'

/** What the log must never show: the shop did not know what to do. */
export const unexpectedErrors = /"msg":"(?:internal|the identity service failed|a page failed)|Unhandled|Uncaught/

/** Asks, and checks that the answer is a success or a refusal in the documented form. */
export async function checkBodyRequest(request: BodyRequest, client: RawClient, visitors: FuzzAccounts): Promise<void> {
  const { target } = request
  const answer = await client.ask(await visitors.write(request))
  visitors.note(answer)
  const { status, headers, body } = answer
  assert.ok(status >= 200 && status < 500, `answered ${status}: ${body.toString().slice(0, 300)}`)
  const text = body.toString()
  assert.doesNotMatch(text, /\\n +at |^ +at |node:internal|node_modules/m, 'a stack trace')
  assert.ok(!text.includes(root), 'a path of the machine')
  const type = headers.get('content-type')
  if (type === undefined) assert.ok(hasNoBody(answer), `answered ${status} without a type`)
  else assert.match(type, target.startsWith('/api/items/live') ? /^text\/event-stream$/ : /^application\/json/)
  if (status >= 400 && type !== undefined) assertError(request, answer)
}

/** Success and redirects without a body, and what Node's parser refuses itself. */
function hasNoBody({ status, body }: RawResponse): boolean {
  return body.length === 0 && (status < 400 || [400, 408, 413, 417, 431].includes(status))
}

/** `{ error: { code, message } }`; the identity service's own form has the status as the code. */
function assertError({ target }: BodyRequest, { status, body }: RawResponse): void {
  const { error } = JSON.parse(body.toString()) as { error?: { code?: unknown; message?: unknown } }
  assert.equal(typeof error?.message, 'string')
  if (target.includes('googleapis.com')) assert.equal(error?.code, status)
  else assert.equal(typeof error?.code, 'string')
}
