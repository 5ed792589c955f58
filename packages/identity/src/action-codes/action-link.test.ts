import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'

import { IdentityError } from '../errors.ts'
import { readContinueUrl } from './action-link.ts'

const at = (origin: string) => ({ address: toAddress('127.0.0.1'), origin })

for (const [origin, value, url] of [
  ['https://shop.example', 'https://shop.example/create?a=b#c', 'https://shop.example/create?a=b#c'],
  ['https://shop.example', 'https://SHOP.example:443', 'https://shop.example/'],
  ['https://shop.example:8443', 'https://shop.example:8443/x', 'https://shop.example:8443/x'],
  ['http://localhost:3000', 'http://localhost:3000/create', 'http://localhost:3000/create'],
  ['http://localhost:3000', 'http://localhost:5173/', 'http://localhost:5173/'],
  ['http://localhost:3000', 'http://127.0.0.1:3000/create', 'http://127.0.0.1:3000/create'],
  ['http://127.0.0.1:3000', 'http://[::1]:3000/create', 'http://[::1]:3000/create'],
] as const) {
  test(`readContinueUrl: a link of ${origin} may lead on to ${value}`, () =>
    assert.equal(readContinueUrl(value, at(origin)), url))
}

/** Where no mail of the shop may lead. Anyone can add to this list. */
for (const [origin, value] of [
  ['https://shop.example', 'https://shop.example:8443/x'],
  ['https://shop.example:8443', 'https://shop.example/x'],
  ['https://shop.example', 'http://shop.example/x'],
  ['https://shop.example', 'https://shop.example//evil.example'],
  ['https://shop.example', 'https://shop.example/.//evil.example'],
  ['https://shop.example', 'https://shop.example/\\evil.example'],
  ['https://shop.example', 'https://shop.example@evil.example/'],
  ['https://shop.example', 'https://evil.example/'],
  ['https://shop.example', 'http://localhost/'],
  ['https://localhost', 'http://localhost:3000/'],
  ['http://localhost:3000', 'http://localhost:3000//evil.example'],
  ['http://localhost:3000', 'http://localhost:5173//evil.example'],
  ['http://localhost:3000', 'http://localhost.evil.example/'],
  ['http://localhost:3000', 'http://evil.example:3000/'],
] as const) {
  test(`readContinueUrl: a link of ${origin} does not lead to ${value}`, () =>
    assert.throws(
      () => readContinueUrl(value, at(origin)),
      (error) => error instanceof IdentityError && error.code === 'UNAUTHORIZED_DOMAIN',
    ))
}
