import assert from 'node:assert/strict'
import { test } from 'node:test'

import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'
import { StorageUnavailableError } from '@stockinette/sqlite/errors.ts'

import { ShopError } from '../domain/errors.ts'
import { describeError } from './describe-error.ts'

for (const [name, error, words] of [
  [
    'a failure of the storage',
    new StorageUnavailableError(new Error('disk I/O error')),
    'The shop can’t save right now. Please try again in a moment.',
  ],
  ['a rate limit', new RateLimitError(60), 'Too many requests. Please wait a moment and try again.'],
  ['an error of the shop', new ShopError('storage-unavailable', 'Out of space.'), 'Out of space.'],
  ['an error of Node', Object.assign(new Error('No such file.'), { code: 'ENOENT' }), 'No such file.'],
  ['a thrown value that is not an Error', 'oh', 'oh'],
] as const) {
  test(`describeError: ${name} is described as "${words}"`, () => {
    assert.equal(describeError(error), words)
  })
}
