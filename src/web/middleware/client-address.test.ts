import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { addressOf } from './client-address.ts'

describe('addressOf', () => {
  for (const [title, trustedProxies, remote, forwarded, address] of [
    ['is the socket’s address', 0, '203.0.113.7', undefined, '203.0.113.7'],
    ['is the socket’s address whatever the client claims', 0, '203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['is what the one proxy saw', 1, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is what the one proxy saw, not what the client claims', 1, '127.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['is what the outer of two proxies saw', 2, '127.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    ['is the socket’s address when the proxy sends no header', 1, '203.0.113.7', undefined, '203.0.113.7'],
    ['is an IPv6 network', 0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::'],
    ['is a shortened IPv6 network', 0, '2001:db8::6', undefined, '2001:db8::'],
    ['is the IPv4 address within an IPv6 one', 0, '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['is the IPv4 address within a hexadecimal IPv6 one', 0, '::ffff:cb00:7107', undefined, '203.0.113.7'],
    ['is unchanged when it is not an IP address', 1, '127.0.0.1', 'unknown', 'unknown'],
  ] as const) {
    test(title, () => assert.equal(addressOf({ remote, forwarded, trustedProxies }), address))
  }
})
