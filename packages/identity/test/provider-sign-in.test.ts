import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'

import { decodeJwt } from 'jose'

import { openProvider } from '../src/federation/test-support.ts'
import {
  clients,
  openBrowser,
  openShop,
  ownPage,
  provider,
  shop,
  stateOf,
  users,
} from './test-support-provider-sign-in.ts'

describe('signing in at a provider through the shop', () => {
  for (const id of ['oidc.wool', 'oidc.silk'] as const) {
    it(`ends with the provider’s ID token in the page: ${id}`, async () => {
      const { app, logged } = openShop()
      const browser = openBrowser(app)
      const { location } = await browser.begin(id)
      const back = await provider.visit(location, 'mary')
      assert.equal(await browser.comeBack(back), `/sign-in?next=%2Fcreate#handover=${stateOf(back)}`)
      const outcome = await browser.takeOver(stateOf(back))
      assert.ok('idToken' in outcome)
      const { sub, nonce, aud } = decodeJwt(outcome.idToken)
      assert.deepEqual([outcome.providerId, sub, aud], [id, 'mary', clients[id].clientIds[0]])
      assert.equal(nonce, createHash('sha256').update(outcome.rawNonce).digest('hex'))
      assert.deepEqual(logged, [])
    })
  }

  it('asks with PKCE, a state and a nonce, each of them new', async () => {
    const browser = openBrowser(openShop().app)
    const [one, other] = [await browser.begin(), await browser.begin()].map(({ location }) => new URL(location))
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

  it('goes on in two tabs at once', async () => {
    const browser = openBrowser(openShop().app)
    const first = await provider.visit((await browser.begin()).location, 'mary')
    const second = await provider.visit((await browser.begin('oidc.silk', '/')).location, 'mary')
    for (const back of [second, first]) {
      await browser.comeBack(back)
      assert.ok('idToken' in (await browser.takeOver(stateOf(back))))
    }
  })

  it('has a cookie that no script can read, and that no other host can set', async () => {
    const { app } = openShop()
    const init = { method: 'POST', headers: ownPage, body: '{"next":"/"}' }
    const answer = await app.request(`${shop.origin}/__/auth/provider/oidc.wool`, init)
    const [pair = '', ...attributes] = (answer.headers.get('Set-Cookie') ?? '').split('; ')
    assert.match(pair, /^__Host-sign-in=[\w-]{43}$/)
    assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure'])
    assert.equal(answer.headers.get('Cache-Control'), 'no-store')
  })

  it('works without https in a preview environment', async () => {
    const origin = 'http://localhost:3000'
    const browser = openBrowser(openShop({ ...shop, origin, allowsAnyHost: true }).app, origin)
    await browser.begin()
    assert.match(browser.cookie(), /^sign-in=/)
  })
})

describe('what may go wrong at a provider', () => {
  it('the visitor cancels', async () => {
    const { app, audited } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.begin()).location, null)
    await browser.comeBack(back)
    assert.deepEqual(await browser.takeOver(stateOf(back)), { failure: 'user-cancelled' })
    assert.deepEqual(audited, [['sign-in-refused', { method: 'oidc.wool', reason: 'user-cancelled' }]])
  })

  it('it is down from the beginning, and then there again', async (t) => {
    const own = await openProvider(t, users)
    clients['oidc.wool'].issuer = own.issuer
    t.after(() => (clients['oidc.wool'].issuer = provider.issuer))
    const browser = openBrowser(openShop().app)
    own.isDown = true
    assert.deepEqual(await browser.begin(), { failure: 'provider-unavailable' })
    own.isDown = false
    assert.ok(URL.canParse((await browser.begin()).location))
  })

  it('it is down when the browser is back', async () => {
    const browser = openBrowser(openShop().app)
    const back = await provider.visit((await browser.begin()).location, 'mary')
    provider.downAt = '/token'
    await browser.comeBack(back)
    const outcome = await browser.takeOver(stateOf(back))
    provider.downAt = undefined
    assert.deepEqual(outcome, { failure: 'provider-unavailable' })
  })

  it('it does not know the shop’s secret', async () => {
    const { app, logged } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.begin('oidc.hemp')).location, 'mary')
    await browser.comeBack(back)
    assert.deepEqual(await browser.takeOver(stateOf(back)), { failure: 'operation-not-allowed' })
    assert.equal(logged.length, 1)
    assert.doesNotMatch(logged.join(''), /another|[?&]code=|eyJ/)
  })

  it('it is another than it was set up as', async (t) => {
    clients['oidc.wool'].issuer = provider.issuer.replace('127.0.0.1', 'localhost')
    t.after(() => (clients['oidc.wool'].issuer = provider.issuer))
    const browser = openBrowser(openShop().app)
    assert.deepEqual(await browser.begin(), { failure: 'operation-not-allowed' })
  })

  it('nobody is at that address: a provider that is not set up', async () => {
    const { app } = openShop()
    for (const id of ['oidc.cotton', 'google.com', '__proto__', '..%2Fhandler']) {
      const init = { method: 'POST', headers: ownPage, body: '{"next":"/"}' }
      assert.equal((await app.request(`${shop.origin}/__/auth/provider/${id}`, init)).status, 404)
    }
  })
})

describe('where it leads on to', () => {
  it('is the page to sign in, whatever `next` says: that page leads to the shop’s own pages alone', async () => {
    const browser = openBrowser(openShop().app)
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/x#y&handover=z',
      '\r\nLocation: https://evil.example',
    ]) {
      const back = await provider.visit((await browser.begin('oidc.wool', next)).location, 'mary')
      const { origin, pathname, searchParams } = new URL(await browser.comeBack(back), shop.origin)
      assert.deepEqual([origin, pathname, searchParams.get('next')], [shop.origin, '/sign-in', next])
    }
  })
})
