import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'
import { StartError, StorageUnavailableError } from '@stockinette/sqlite/errors.ts'

import { isShopError, ShopError } from './errors.ts'

const nodeError = Object.assign(new Error('No such file.'), { code: 'ENOENT' })

describe('isShopError recognises errors by their code', () => {
  for (const [name, error, expected] of [
    ['an error of the shop', new ShopError('not-found', 'Not found.'), true],
    ['an error of the SQLite package', new StorageUnavailableError(undefined), true],
    ['an error of the rate limiter', new RateLimitError(1), true],
    ['a start error', new StartError('The folder is missing.'), false],
    ['an error of Node', nodeError, false],
    ['an error with the number of a code', Object.assign(new Error('x'), { code: 14 }), false],
    ['an error without a code', new Error('x'), false],
    ['an object that is not an error', { code: 'not-found' }, false],
  ] as const) {
    test(`${name}: ${expected}`, () => assert.equal(isShopError(error), expected))
  }
})
