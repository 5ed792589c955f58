import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readConfig } from './config.ts'
import { providersWarning, testModeWarning } from './identity-config.ts'

const warningOf = (HOST: string, SHOP_IDENTITY_EMULATOR = '1') =>
  testModeWarning(readConfig({ HOST, SHOP_IDENTITY_EMULATOR }))

test('testModeWarning: on loopback, names everyone on this machine', () => {
  for (const host of ['', 'localhost', '127.0.0.1', '127.1.2.3', '::1']) {
    assert.match(warningOf(host) ?? '', /^TEST MODE .*anyone on this machine/, host)
  }
})

test('testModeWarning: on the network, names the address', () => {
  for (const host of ['0.0.0.0', '::', '192.168.0.2', '127.0.0.1.example.com', 'shop.example']) {
    const warning = warningOf(host) ?? ''
    assert.ok(warning.includes(`ON THE NETWORK (HOST=${host})`), warning)
  }
})

test('testModeWarning: no warning without test mode', () => {
  assert.equal(warningOf('0.0.0.0', '0'), undefined)
})

test('providersWarning: warns where sign-up is for owners, and not where anyone may sign up', () => {
  const SHOP_ORIGIN = 'https://shop.example'
  const warning = (environment: Record<string, string>) =>
    providersWarning(readConfig({ SHOP_OIDC_PROVIDERS: 'oidc.wool=https://id.example|shop', ...environment }))
  assert.match(warning({ SHOP_ORIGIN }) ?? '', /makes no accounts in this shop/)
  assert.equal(warning({ SHOP_ORIGIN, SHOP_SIGN_UP: 'anyone' }), undefined)
  assert.equal(warning({}), undefined)
  assert.equal(warning({ SHOP_ORIGIN, SHOP_OIDC_PROVIDERS: '' }), undefined)
})
