import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readConfig } from './config.ts'
import { testModeWarning } from './test-mode-warning.ts'

const warningOf = (HOST: string, SHOP_IDENTITY_EMULATOR = '1') =>
  testModeWarning(readConfig({ HOST, SHOP_IDENTITY_EMULATOR }))

test('test mode is said to be what it is', () => {
  for (const host of ['', 'localhost', '127.0.0.1', '127.1.2.3', '::1']) {
    assert.match(warningOf(host) ?? '', /^TEST MODE .*anybody on this machine/, host)
  }
})

test('test mode that the network reaches says so, and where', () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.2', '127.0.0.1.example.com', 'shop.example']) {
    const warning = warningOf(host) ?? ''
    assert.ok(warning.includes(`ON THE NETWORK (HOST=${host})`), warning)
  }
})

test('any other shop says nothing of it', () => {
  assert.equal(warningOf('0.0.0.0', '0'), undefined)
})
