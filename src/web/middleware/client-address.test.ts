import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { addressOf } from './client-address.ts'

describe('addressOf', () => {
  for (const [title, trustedProxies, remote, forwarded, address] of [
    ['is the socket’s address', 0, '203.0.113.7', undefined, '203.0.113.7'],
    ['is the socket’s address whatever the client claims', 0, '203.0.113.7', '1.2.3.4', '203.0.113.7'],
    ['is what the one proxy saw', 1, '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is what the one proxy saw, without the port', 1, '127.0.0.1', '203.0.113.7:50123', '203.0.113.7'],
    ['is the IPv6 network that the proxy saw, without the port', 1, '127.0.0.1', '[2001:db8::1]:50123', '2001:db8::'],
    ['is what the one proxy saw, not what the client claims', 1, '127.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['is what the outer of two proxies saw', 2, '127.0.0.1', '1.2.3.4, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    ['is the socket’s address when the proxy sends no header', 1, '203.0.113.7', undefined, '203.0.113.7'],
    ['is the socket’s address when the proxy sends no address', 1, '127.0.0.1', 'unknown', '127.0.0.1'],
    ['is an IPv6 network', 0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::'],
    ['is a shortened IPv6 network', 0, '2001:db8::6', undefined, '2001:db8::'],
    ['is the IPv4 address within an IPv6 one', 0, '::ffff:203.0.113.7', undefined, '203.0.113.7'],
    ['is the IPv4 address within a hexadecimal IPv6 one', 0, '::ffff:cb00:7107', undefined, '203.0.113.7'],
    ['is unknown once the connection has ended', 0, undefined, undefined, 'unknown'],
  ] as const) {
    const request = { socket: { remoteAddress: remote }, headers: { 'x-forwarded-for': forwarded } }
    test(title, () => assert.equal(addressOf(request, trustedProxies), address))
  }
})
