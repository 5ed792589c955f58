import assert from 'node:assert/strict'
import { test } from 'node:test'

import { isLoopback } from './loopback.ts'

test('isLoopback: names and addresses of this machine, as in URLs and of sockets', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::ffff:127.0.0.1', '::1', '[::1]']) {
    assert.ok(isLoopback(host), host)
  }
})

test('isLoopback: no other address, and no name that only looks like one', () => {
  for (const host of ['', '0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', '127.example.com', '::ffff:10.0.0.1']) {
    assert.ok(!isLoopback(host), host)
  }
})
