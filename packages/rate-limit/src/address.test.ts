import assert from 'node:assert/strict'
import { test } from 'node:test'

import { commandLineAddress, networksOf, parseAddress, toAddress, widestNetwork } from './address.ts'

for (const [text, ...networks] of [
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:8080', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:8080', '203.0.113.7'],
  ['2001:db8:1:2a3b:4:5:6:7', '2001:db8:1:2a3b::', '2001:db8:1:2a00::', '2001:db8:1::'],
  ['[2001:db8:1:2a3b:4:5:6:7]:8080', '2001:db8:1:2a3b::', '2001:db8:1:2a00::', '2001:db8:1::'],
  ['[2001:db8:1:2a3b::]', '2001:db8:1:2a3b::', '2001:db8:1:2a00::', '2001:db8:1::'],
  ['2001:DB8:1:2a3b::', '2001:db8:1:2a3b::', '2001:db8:1:2a00::', '2001:db8:1::'],
  ['fe80::1%eth0', 'fe80::', 'fe80::', 'fe80::'],
  ['::1', '::1', '::', '::'],
  ['::1%anything', '::1', '::', '::'],
] as const) {
  test(`toAddress: ${text} is counted under ${networks.join(', ')}`, () => {
    const address = toAddress(text)
    assert.equal(address, networks[0])
    assert.deepEqual(networksOf(address), networks)
    assert.equal(widestNetwork(address), networks.at(-1))
  })
}

for (const text of [
  '',
  'unknown',
  '_hidden',
  'shop.example:443',
  '203.0.113.7:99999',
  '"[2001:db8::1]"',
  ':'.repeat(16_000),
]) {
  test(`parseAddress: ${JSON.stringify(text.slice(0, 40))} is no address`, () =>
    assert.equal(parseAddress(text), undefined))
}

test('networksOf: the command line is a network of its own', () => {
  assert.deepEqual(networksOf(commandLineAddress), [commandLineAddress])
})
