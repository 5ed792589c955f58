import assert from 'node:assert/strict'
import { test } from 'node:test'

import { closedHeaders, nonceSources, pagePolicy, securityHeaders } from './security-headers.ts'

const inline = { script: ["'sha256-scripts'"], style: ["'sha256-styles'"] }

test('a page allows the inline scripts and styles that it was rendered with', () => {
  const policy = pagePolicy({ inline, isPreview: false })
  assert.ok(policy.includes("script-src 'self' 'sha256-scripts';"))
  assert.ok(policy.endsWith("style-src 'sha256-styles'"))
})

test('a page with a nonce allows what carries it', () => {
  const policy = pagePolicy({ inline: nonceSources('abc'), isPreview: false })
  assert.ok(policy.includes("script-src 'self' 'nonce-abc';"))
  assert.ok(policy.endsWith("style-src 'nonce-abc'"))
})

test('no page allows what is unsafe, and nothing that is not named', () => {
  for (const policy of [
    pagePolicy({ inline, isPreview: true }),
    pagePolicy({ inline: nonceSources('abc'), isPreview: false }),
  ]) {
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /^default-src 'none'; base-uri 'none';.*frame-ancestors 'none'/)
  }
})

test('a page asks other origins for data only where they are named', () => {
  assert.match(pagePolicy({ inline, isPreview: false }), /; connect-src 'self';/)
  const connect = ['https://a.example', 'https://b.example']
  assert.match(
    pagePolicy({ inline, isPreview: false, connect }),
    /; connect-src 'self' https:\/\/a.example https:\/\/b.example;/,
  )
})

test('a page takes scripts of others, and shows them in frames, only where they are named', () => {
  const policy = pagePolicy({ inline, isPreview: false })
  assert.doesNotMatch(policy, /frame-src/)
  const other = pagePolicy({ inline, isPreview: false, script: ['https://a.example'], frame: ['https://b.example'] })
  assert.match(other, /; script-src 'self' 'sha256-[^']+' https:\/\/a\.example;/)
  assert.match(other, /; frame-src https:\/\/b\.example;/)
})

test('pictures come in the page or by https, and by http in a preview environment alone', () => {
  assert.match(pagePolicy({ inline, isPreview: false }), /img-src 'self' data: https:;/)
  assert.match(pagePolicy({ inline, isPreview: true }), /img-src 'self' data: https: http:;/)
})

test('pictures that were picked are shown where the page says that it has such, and nowhere else', () => {
  assert.match(pagePolicy({ inline, isPreview: false, picksPhotos: true }), /img-src 'self' data: https: blob:;/)
  assert.doesNotMatch(pagePolicy({ inline, isPreview: true }), /blob:/)
})

const settings = { origin: 'https://shop.example', isPreview: false, hstsSubdomains: false }

test('a shop on https asks browsers to stay there, and speaks for no other host unless it is set to', () => {
  const name = 'Strict-Transport-Security'
  assert.equal(securityHeaders(settings)[name], 'max-age=63072000')
  assert.equal(securityHeaders({ ...settings, hstsSubdomains: true })[name], 'max-age=63072000; includeSubDomains')
  assert.ok(!(name in securityHeaders({ ...settings, origin: 'http://localhost:3000', isPreview: true })))
})

test('a page of another origin that opens the shop’s, or is opened by it, cannot reach into it', () => {
  assert.equal(securityHeaders(settings)['Cross-Origin-Opener-Policy'], 'same-origin')
  assert.equal(closedHeaders(settings)['Cross-Origin-Opener-Policy'], 'same-origin')
})

test('pages may share and fill the clipboard, and ask for nothing else of the browser', () => {
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
