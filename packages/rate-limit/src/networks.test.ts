import assert from 'node:assert/strict'
import { test } from 'node:test'

import { networksOf } from './networks.ts'

for (const [address, networks] of [
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['::ffff:cb00:7107', ['203.0.113.7']],
  ['2001:db8:1:2a3b:4:5:6:7', ['2001:db8:1:2a3b::', '2001:db8:1:2a00::', '2001:db8:1::']],
  ['2001:DB8:1:2a3b::', ['2001:db8:1:2a3b::', '2001:db8:1:2a00::', '2001:db8:1::']],
  ['fe80::1%eth0', ['fe80::', 'fe80::', 'fe80::']],
  ['::1', ['::', '::', '::']],
  ['', ['']],
  ['command line', ['command line']],
  [':'.repeat(16_000), [':'.repeat(16_000)]],
] as const) {
  test(`networksOf: ${JSON.stringify(address.slice(0, 40))} is counted under ${networks.join(', ').slice(0, 80)}`, () => {
    assert.deepEqual(networksOf(address), networks)
  })
}
