import assert from 'node:assert/strict'
import { test } from 'node:test'

import { nonPageHeaders, securityHeaders } from './security-headers.ts'

const settings = { origin: 'https://shop.example', hstsSubdomains: false }

test('securityHeaders: HSTS on https, for subdomains only if configured', () => {
  const name = 'Strict-Transport-Security'
  assert.equal(securityHeaders(settings)[name], 'max-age=63072000')
  assert.equal(securityHeaders({ ...settings, hstsSubdomains: true })[name], 'max-age=63072000; includeSubDomains')
  assert.ok(!(name in securityHeaders({ ...settings, origin: undefined })))
})

test('securityHeaders: pages of other origins have no access to a window of the shop', () => {
  assert.equal(securityHeaders(settings)['Cross-Origin-Opener-Policy'], 'same-origin')
  assert.equal(nonPageHeaders(settings)['Cross-Origin-Opener-Policy'], 'same-origin')
})

test('securityHeaders: the Permissions-Policy allows sharing and writing to the clipboard only', () => {
  const features = new Map(
    (securityHeaders(settings)['Permissions-Policy'] ?? '')
      .split(', ')
      .map((directive) => directive.split('=', 2) as [feature: string, allowed: string]),
  )
  assert.deepEqual([features.get('web-share'), features.get('clipboard-write')], ['(self)', '(self)'])
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'clipboard-read']) {
    assert.equal(features.get(feature), '()', feature)
  }
})
