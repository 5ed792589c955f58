import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { RateLimitError } from '@stockinette/rate-limit/rate-limits.ts'
import { StartError as SqliteStartError, StorageUnavailableError } from '@stockinette/sqlite/errors.ts'

import { readConfig } from '../config/config.ts'
import { isShopError, isStartError, ShopError, StartError } from './errors.ts'

function configError(): unknown {
  try {
    return readConfig({ PORT: 'x' })
  } catch (error) {
    return error
  }
}

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

describe('isStartError recognises errors by their code', () => {
  for (const [name, error, expected] of [
    ['a start error of the shop', new StartError('The port is taken.'), true],
    ['a start error of the SQLite package', new SqliteStartError('The file is damaged.'), true],
    ['a wrong setting', configError(), true],
    ['an error of the shop', new ShopError('not-found', 'Not found.'), false],
    ['an error of Node', nodeError, false],
  ] as const) {
    test(`${name}: ${expected}`, () => assert.equal(isStartError(error), expected))
  }
})
