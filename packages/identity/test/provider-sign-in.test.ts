import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'

import { decodeJwt } from 'jose'

import { openProvider } from '../src/federation/test-support.ts'
import {
  clients,
  openBrowser,
  openShop,
  sameOrigin,
  provider,
  shop,
  answerOf,
  users,
} from './test-support-provider-sign-in.ts'

describe('provider sign-in', () => {
  for (const id of ['oidc.wool', 'oidc.silk'] as const) {
    it(`returns the provider’s ID token to the page: ${id}`, async () => {
      const { app, logged } = openShop()
      const browser = openBrowser(app)
      const { location } = await browser.start(id)
      const back = await provider.visit(location, 'mary')
      assert.equal(
        await browser.followRedirect(back),
        `/sign-in?next=%2Fcreate#handover=${encodeURIComponent(answerOf(back))}`,
      )
      const outcome = await browser.fetchResult(back)
      assert.ok('idToken' in outcome)
      const { sub, nonce, aud } = decodeJwt(outcome.idToken)
      assert.deepEqual([outcome.providerId, sub, aud], [id, 'mary', clients[id].clientIds[0]])
      assert.equal(nonce, createHash('sha256').update(outcome.rawNonce).digest('hex'))
      assert.deepEqual(logged, [])
    })
  }

  it('uses PKCE, and a new state and nonce each time', async () => {
    const browser = openBrowser(openShop().app)
    const [one, other] = [await browser.start(), await browser.start()].map(({ location }) => new URL(location))
    assert.ok(one && other)
    assert.deepEqual(
      ['response_type', 'code_challenge_method', 'redirect_uri', 'client_id'].map((name) => one.searchParams.get(name)),
      ['code', 'S256', `${shop.origin}/__/auth/handler`, 'shop'],
    )
    for (const name of ['state', 'nonce', 'code_challenge']) {
      assert.ok((one.searchParams.get(name) ?? '').length >= 43)
      assert.notEqual(one.searchParams.get(name), other.searchParams.get(name))
    }
  })

  it('works in two tabs at once', async () => {
    const browser = openBrowser(openShop().app)
    const first = await provider.visit((await browser.start()).location, 'mary')
    const second = await provider.visit((await browser.start('oidc.silk', '/')).location, 'mary')
    for (const back of [second, first]) {
      await browser.followRedirect(back)
      assert.ok('idToken' in (await browser.fetchResult(back)))
    }
  })

  it('sets a cookie that scripts cannot read and other hosts cannot set', async () => {
    const { app } = openShop()
    const init = { method: 'POST', headers: sameOrigin, body: '{"next":"/"}' }
    const answer = await app.request(`${shop.origin}/__/auth/provider/oidc.wool`, init)
    const [pair = '', ...attributes] = (answer.headers.get('Set-Cookie') ?? '').split('; ')
    assert.match(pair, /^__Host-sign-in-[\w-]{43}=eyJ[\w.-]+$/)
    assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure'])
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
  })

  it('works without https in a preview environment', async () => {
    const origin = 'http://localhost:3000'
    const browser = openBrowser(openShop({ ...shop, origin, allowsAnyHost: true }).app, origin)
    await browser.start()
    assert.match(browser.cookie(), /^sign-in-/)
  })
})

describe('provider sign-in reports a failure', () => {
  it('when the visitor cancels', async () => {
    const { app, audited } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.start()).location, null)
    await browser.followRedirect(back)
    assert.deepEqual(await browser.fetchResult(back), { failure: 'user-cancelled' })
    assert.deepEqual(audited, [['sign-in-refused', { method: 'oidc.wool', reason: 'user-cancelled' }]])
  })

  it('when the provider is down at the start, and works when it is back', async (t) => {
    const own = await openProvider(t, users)
    clients['oidc.wool'].issuer = own.issuer
    t.after(() => (clients['oidc.wool'].issuer = provider.issuer))
    const browser = openBrowser(openShop().app)
    own.isDown = true
    assert.deepEqual(await browser.start(), { failure: 'provider-unavailable' })
    own.isDown = false
    assert.ok(URL.canParse((await browser.start()).location))
  })

  it('when the provider is down as the browser returns', async () => {
    const browser = openBrowser(openShop().app)
    const back = await provider.visit((await browser.start()).location, 'mary')
    provider.downAt = '/token'
    await browser.followRedirect(back)
    const outcome = await browser.fetchResult(back)
    provider.downAt = undefined
    assert.deepEqual(outcome, { failure: 'provider-unavailable' })
  })

  it('when the provider rejects the client secret', async () => {
    const { app, logged } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.start('oidc.hemp')).location, 'mary')
    await browser.followRedirect(back)
    assert.deepEqual(await browser.fetchResult(back), { failure: 'operation-not-allowed' })
    assert.equal(logged.length, 1)
    assert.doesNotMatch(logged.join(''), /another|[?&]code=|eyJ/)
  })

  it('when the issuer is not the configured one', async (t) => {
    clients['oidc.wool'].issuer = provider.issuer.replace('127.0.0.1', 'localhost')
    t.after(() => (clients['oidc.wool'].issuer = provider.issuer))
    const browser = openBrowser(openShop().app)
    assert.deepEqual(await browser.start(), { failure: 'operation-not-allowed' })
  })

  it('when the provider is not configured', async () => {
    const { app } = openShop()
    for (const id of ['oidc.cotton', 'google.com', '__proto__', '..%2Fhandler']) {
      const init = { method: 'POST', headers: sameOrigin, body: '{"next":"/"}' }
      assert.equal((await app.request(`${shop.origin}/__/auth/provider/${id}`, init)).status, 404)
    }
  })
})

describe('page after provider sign-in', () => {
  it('is the sign-in page, whatever `next` is: only that page follows it', async () => {
    const browser = openBrowser(openShop().app)
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/x#y&handover=z',
      '\r\nLocation: https://evil.example',
    ]) {
      const back = await provider.visit((await browser.start('oidc.wool', next)).location, 'mary')
      const { origin, pathname, searchParams } = new URL(await browser.followRedirect(back), shop.origin)
      assert.deepEqual([origin, pathname, searchParams.get('next')], [shop.origin, '/sign-in', next])
    }
  })
})
