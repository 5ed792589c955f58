import assert from 'node:assert/strict'
import { test } from 'node:test'

import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'
import { StorageUnavailableError } from '@stockinette/sqlite/errors.ts'
import { HTTPException } from 'hono/http-exception'
import { pino } from 'pino'

import { ShopError } from '../../domain/errors.ts'
import { createFaultLog, toErrorResponse } from './error-response.ts'

const internal = { code: 'internal', message: 'Something went wrong on our side. Please try again.' }

for (const [what, error, status, answer] of [
  [
    'storage that fails',
    new StorageUnavailableError(new Error('disk I/O error')),
    503,
    { code: 'storage-unavailable', message: 'The shop can’t save right now. Please try again in a moment.' },
  ],
  [
    'a rate limit',
    new RateLimitError(60),
    429,
    { code: 'too-many-requests', message: 'Too many requests. Please wait a moment and try again.' },
  ],
  [
    'an error of the shop with fields',
    new ShopError('invalid-item', 'No.', { fields: { title: 'A title is required.' } }),
    422,
    { code: 'invalid-item', message: 'No.', fields: { title: 'A title is required.' } },
  ],
  [
    'a body that is too large',
    new ShopError('body-too-large', 'Too large.'),
    413,
    { code: 'body-too-large', message: 'Too large.' },
  ],
  ['an invalid request', new HTTPException(400, { message: 'No.' }), 400, { code: 'invalid-request', message: 'No.' }],
  ['a bug', new TypeError('secret'), 500, internal],
  ['an unknown code', Object.assign(new Error('secret'), { code: 'unknown' }), 500, internal],
] as const) {
  test(`problemAnswer: ${what} is answered with ${status}`, async () => {
    const logged: string[] = []
    const log = pino({}, { write: (line: string) => void logged.push(line) })
    const response = toErrorResponse(error, createFaultLog(log), { 'X-Test': 'yes' })
    assert.deepEqual([response.status, await response.json()], [status, { error: answer }])
    assert.equal(response.headers.get('Retry-After'), status === 429 ? '60' : null)
    // A connection that is closed while its body arrives is reset, and the client loses the answer.
    assert.equal(response.headers.get('Connection'), null)
    assert.equal(response.headers.get('X-Test'), 'yes')
    assert.equal(logged.length, status >= 500 ? 1 : 0)
  })
}

test('createFaultLog: of a full disk, one request a minute is logged; of bugs, each', () => {
  const logged: string[] = []
  const logFault = createFaultLog(pino({}, { write: (line: string) => void logged.push(line) }))
  const full = new StorageUnavailableError(new Error('database or disk is full'))
  for (let i = 0; i < 3; i++) logFault(full, 'storage-unavailable')
  for (let i = 0; i < 2; i++) logFault(new TypeError('a bug'), 'internal')
  const codes = logged.map((line) => (JSON.parse(line) as { msg: string }).msg)
  assert.deepEqual(codes, ['storage-unavailable', 'internal', 'internal'])
})
