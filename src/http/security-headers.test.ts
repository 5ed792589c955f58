import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'

import { pagePolicy, securityHeaders } from './security-headers.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const html = `<style>p{}</style><script type="application/ld+json">{"a":1}</script>
<script type="module">go()</script><script src="/a.js"></script>`

test('a whole page allows its own inline scripts and styles by their hashes', () => {
  const policy = pagePolicy({ html, isPreview: false })
  assert.ok(policy.includes(`script-src 'self' ${hashOf('go()')};`))
  assert.ok(policy.endsWith(`style-src ${hashOf('p{}')}`))
})

test('a page that is still being written allows what carries its nonce', () => {
  const policy = pagePolicy({ nonce: 'abc', isPreview: false })
  assert.ok(policy.includes("script-src 'self' 'nonce-abc';"))
  assert.ok(policy.endsWith("style-src 'nonce-abc'"))
})

test('no page allows what is unsafe, and nothing that is not named', () => {
  for (const policy of [pagePolicy({ html, isPreview: true }), pagePolicy({ nonce: 'abc', isPreview: false })]) {
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /^default-src 'none'; base-uri 'none';.*frame-ancestors 'none'/)
  }
})

test('a page asks other origins for data only where they are named', () => {
  assert.match(pagePolicy({ html, isPreview: false }), /; connect-src 'self';/)
  const connect = ['https://a.example', 'https://b.example']
  assert.match(
    pagePolicy({ html, isPreview: false, connect }),
    /; connect-src 'self' https:\/\/a.example https:\/\/b.example;/,
  )
})

test('a page takes scripts of others, and shows them in frames, only where they are named', () => {
  const policy = pagePolicy({ html, isPreview: false })
  assert.doesNotMatch(policy, /frame-src/)
  const other = pagePolicy({ html, isPreview: false, script: ['https://a.example'], frame: ['https://b.example'] })
  assert.match(other, /; script-src 'self' 'sha256-[^']+' https:\/\/a\.example;/)
  assert.match(other, /; frame-src https:\/\/b\.example;/)
})

test('pictures come in the page or by https, and by http in a preview environment alone', () => {
  assert.match(pagePolicy({ html, isPreview: false }), /img-src 'self' data: https:;/)
  assert.match(pagePolicy({ html, isPreview: true }), /img-src 'self' data: https: http:;/)
})

test('pictures that were picked are shown where the page says that it has such, and nowhere else', () => {
  assert.match(pagePolicy({ html, isPreview: false, picksPhotos: true }), /img-src 'self' data: https: blob:;/)
  assert.doesNotMatch(pagePolicy({ html, isPreview: true }), /blob:/)
})

test('a shop on https asks browsers to stay there', () => {
  const name = 'Strict-Transport-Security'
  assert.ok(name in securityHeaders({ origin: 'https://shop.example', isPreview: false }))
  assert.ok(!(name in securityHeaders({ origin: 'http://localhost:3000', isPreview: true })))
})
