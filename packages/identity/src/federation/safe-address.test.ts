import assert from 'node:assert/strict'
import { test } from 'node:test'

import { requireSafe } from './safe-address.ts'

for (const [address, issuer] of [
  ['https://keys.example/jwks', 'https://id.example'],
  ['http://127.0.0.1:4000/jwks', 'http://127.0.0.1:4000'],
] as const) {
  test(`${address} of ${issuer} is safe`, () => assert.equal(requireSafe(address, issuer), address))
}

/** What a provider might give as an address of its own. Anyone can add to this list. */
for (const [address, issuer] of [
  ['javascript:alert(1)', 'https://id.example'],
  ['data:text/html,x', 'https://id.example'],
  ['file:///etc/passwd', 'https://id.example'],
  ['http://id.example/jwks', 'https://id.example'],
  ['http://127.0.0.1:4001/jwks', 'http://127.0.0.1:4000'],
  ['jwks', 'https://id.example'],
] as const) {
  test(`${address} of ${issuer} is not`, () => assert.throws(() => requireSafe(address, issuer)))
}
