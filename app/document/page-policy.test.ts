import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'

import type { ShopSite } from '../../src/pages/page.ts'
import type { PageNeed } from '../root.tsx'
import { pageHeaders } from './page-policy.server.ts'

const content = { styles: 'a{}', earlyScript: 'mark()', scripts: [{ type: 'module', code: 'run()' }] }
const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

const embedded: ShopSite['identity'] = {
  apiKey: 'key',
  projectId: 'shop',
  authDomain: null,
  emulatorOrigin: null,
  isEmbedded: true,
  providers: [],
  sendsMail: true,
  tokenSyncPath: null,
}
const cloud = { ...embedded, isEmbedded: false, authDomain: 'shop.example' }

interface Page {
  needs?: readonly PageNeed[]
  identity?: ShopSite['identity']
  isPreview?: boolean
  nonce?: string
}

function headersOf({ needs = [], identity = embedded, isPreview = false, nonce }: Page = {}) {
  return pageHeaders({ inline: { ...content, nonce }, needs: new Set(needs), shop: { isPreview, identity } })
}

function policyOf(page?: Page): string {
  return headersOf(page)['Content-Security-Policy'] ?? ''
}

test('pagePolicy: allows the inline scripts and styles of the page by hash', () => {
  assert.ok(policyOf().includes(`script-src 'self' ${hashOf('mark()')} ${hashOf('run()')};`))
  assert.ok(policyOf().endsWith(`style-src ${hashOf('a{}')}`))
})

test('pagePolicy: allows elements with the nonce', () => {
  const policy = policyOf({ nonce: 'abc' })
  assert.ok(policy.includes("script-src 'self' 'nonce-abc';"))
  assert.ok(policy.endsWith("style-src 'nonce-abc'"))
})

test('pagePolicy: allows nothing unsafe, and nothing by default', () => {
  for (const policy of [policyOf({ isPreview: true }), policyOf({ nonce: 'abc' })]) {
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /^default-src 'none'; base-uri 'none';.*frame-ancestors 'none'/)
  }
})

test('pagePolicy: allows requests only to the identity service, where the page needs it', () => {
  assert.match(policyOf({ identity: cloud }), /; connect-src 'self';/)
  assert.match(policyOf({ needs: ['identity'] }), /; connect-src 'self';/)
  assert.match(
    policyOf({ needs: ['identity'], identity: cloud }),
    /; connect-src 'self' https:\/\/identitytoolkit\.googleapis\.com https:\/\/securetoken\.googleapis\.com;/,
  )
  const emulated = { ...cloud, emulatorOrigin: 'http://127.0.0.1:9099' }
  assert.match(
    policyOf({ needs: ['identity'], identity: emulated }),
    /; connect-src 'self' http:\/\/127\.0\.0\.1:9099;/,
  )
})

test('pagePolicy: allows scripts, frames and windows of Firebase only on pages that open its window', () => {
  for (const page of [{ identity: cloud }, { needs: ['popup'] as const }]) {
    assert.doesNotMatch(policyOf(page), /frame-src|apis\.google\.com/)
    assert.ok(!('Cross-Origin-Opener-Policy' in headersOf(page)))
  }
  const page = { needs: ['popup'] as const, identity: cloud }
  assert.match(policyOf(page), /; script-src 'self' (?:'sha256-[^']+' )+https:\/\/apis\.google\.com;/)
  assert.match(policyOf(page), /; frame-src https:\/\/shop\.example;/)
  assert.equal(headersOf(page)['Cross-Origin-Opener-Policy'], 'same-origin-allow-popups')
})

test('pagePolicy: allows images inline and by https, by http only in a preview environment', () => {
  assert.match(policyOf(), /img-src 'self' data: https:;/)
  assert.match(policyOf({ isPreview: true }), /img-src 'self' data: https: http:;/)
})

test('pagePolicy: allows picked photos only on pages that need them', () => {
  assert.match(policyOf({ needs: ['picked-photos'] }), /img-src 'self' data: https: blob:;/)
  assert.doesNotMatch(policyOf({ isPreview: true }), /blob:/)
})
