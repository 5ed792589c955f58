import assert from 'node:assert/strict'
import { test } from 'node:test'

import { nonPageHeaders, nonceSources, pagePolicy, securityHeaders } from './security-headers.ts'

const inline = { script: ["'sha256-scripts'"], style: ["'sha256-styles'"] }

test('pagePolicy: allows the inline scripts and styles of the page by hash', () => {
  const policy = pagePolicy({ inline, isPreview: false })
  assert.ok(policy.includes("script-src 'self' 'sha256-scripts';"))
  assert.ok(policy.endsWith("style-src 'sha256-styles'"))
})

test('pagePolicy: allows elements with the nonce', () => {
  const policy = pagePolicy({ inline: nonceSources('abc'), isPreview: false })
  assert.ok(policy.includes("script-src 'self' 'nonce-abc';"))
  assert.ok(policy.endsWith("style-src 'nonce-abc'"))
})

test('pagePolicy: allows nothing unsafe, and nothing by default', () => {
  for (const policy of [
    pagePolicy({ inline, isPreview: true }),
    pagePolicy({ inline: nonceSources('abc'), isPreview: false }),
  ]) {
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /^default-src 'none'; base-uri 'none';.*frame-ancestors 'none'/)
  }
})

test('pagePolicy: allows requests only to listed origins', () => {
  assert.match(pagePolicy({ inline, isPreview: false }), /; connect-src 'self';/)
  const connect = ['https://a.example', 'https://b.example']
  assert.match(
    pagePolicy({ inline, isPreview: false, connect }),
    /; connect-src 'self' https:\/\/a.example https:\/\/b.example;/,
  )
})

test('pagePolicy: allows scripts and frames only of listed origins', () => {
  const policy = pagePolicy({ inline, isPreview: false })
  assert.doesNotMatch(policy, /frame-src/)
  const other = pagePolicy({ inline, isPreview: false, script: ['https://a.example'], frame: ['https://b.example'] })
  assert.match(other, /; script-src 'self' 'sha256-[^']+' https:\/\/a\.example;/)
  assert.match(other, /; frame-src https:\/\/b\.example;/)
})

test('pagePolicy: allows images inline and by https, by http only in a preview environment', () => {
  assert.match(pagePolicy({ inline, isPreview: false }), /img-src 'self' data: https:;/)
  assert.match(pagePolicy({ inline, isPreview: true }), /img-src 'self' data: https: http:;/)
})

test('pagePolicy: allows picked photos only on pages that need them', () => {
  assert.match(pagePolicy({ inline, isPreview: false, picksPhotos: true }), /img-src 'self' data: https: blob:;/)
  assert.doesNotMatch(pagePolicy({ inline, isPreview: true }), /blob:/)
})

const settings = { origin: 'https://shop.example', isPreview: false, hstsSubdomains: false }

test('securityHeaders: HSTS on https, for subdomains only if configured', () => {
  const name = 'Strict-Transport-Security'
  assert.equal(securityHeaders(settings)[name], 'max-age=63072000')
  assert.equal(securityHeaders({ ...settings, hstsSubdomains: true })[name], 'max-age=63072000; includeSubDomains')
  assert.ok(!(name in securityHeaders({ ...settings, origin: 'http://localhost:3000', isPreview: true })))
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
