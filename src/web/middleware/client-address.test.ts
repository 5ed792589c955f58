import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { addressOf } from './client-address.ts'

describe('the address that a request came from', () => {
  for (const [title, trustedProxies, remote, forwarded, address] of [
    ['is the socket’s', 0, '203.0.113.7', undefined, '203.0.113.7'],
    ['is the socket’s whatever the client claims', 0, '203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['is what the one proxy saw', 1, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is what the one proxy saw, not what the client claims', 1, '127.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['is what the outer of two proxies saw', 2, '127.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    ['is the socket’s when the proxy says nothing', 1, '203.0.113.7', undefined, '203.0.113.7'],
    ['is an IPv6 network', 0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::'],
    ['is an IPv6 network written short', 0, '2001:db8::6', undefined, '2001:db8::'],
    ['is the IPv4 address within an IPv6 one', 0, '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['is the IPv4 address within an IPv6 one in digits', 0, '::ffff:cb00:7107', undefined, '203.0.113.7'],
    ['is as it came when it is no address', 1, '127.0.0.1', 'unknown', 'unknown'],
  ] as const) {
    test(title, () => assert.equal(addressOf({ remote, forwarded, trustedProxies }), address))
  }
})
