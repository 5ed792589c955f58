import assert from 'node:assert/strict'
import { test } from 'node:test'

import { toOwnPath } from './own-path.ts'

const origin = 'https://shop.example'

for (const [address, path] of [
  ['/create', '/create'],
  ['/item/a?b=c#d', '/item/a?b=c#d'],
  ['https://shop.example/create', '/create'],
] as const) {
  test(`leads on to ${address}`, () => assert.equal(toOwnPath(address, origin), path))
}

/** Addresses that lead somewhere else. Anyone can add to this list. */
for (const address of [
  null,
  '',
  'https://evil.example/create',
  'http://shop.example/create',
  'https://shop.example:444/',
  'https://shop.example@evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://evil.example/x',
  'https://',
]) {
  test(`does not lead to ${JSON.stringify(address)}`, () => assert.equal(toOwnPath(address, origin), undefined))
}
