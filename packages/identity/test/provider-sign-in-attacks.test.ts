import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  interrupted,
  openBrowser,
  openShop,
  ownPage,
  provider,
  shop,
  stateOf,
} from './test-support-provider-sign-in.ts'

/** Each changes what a browser comes back with, or comes back with it otherwise; nobody is signed in. Know another? Add it. */
const attacks: Readonly<Record<string, (url: URL) => void>> = {
  'another state': (url) => url.searchParams.set('state', 'x'.repeat(43)),
  'no state': (url) => url.searchParams.delete('state'),
  'another code': (url) => url.searchParams.set('code', 'x'.repeat(43)),
  'no code': (url) => url.searchParams.delete('code'),
  'two codes': (url) => url.searchParams.append('code', 'x'),
  'another issuer': (url) => url.searchParams.set('iss', 'https://evil.example'),
  'an error beside a code': (url) => url.searchParams.set('error', '<script>'),
  'nothing at all': (url) => (url.search = ''),
}

describe('an attack on the way back signs nobody in', () => {
  for (const [name, change] of Object.entries(attacks)) {
    it(name, async () => {
      const browser = openBrowser(openShop().app)
      const back = new URL(await provider.visit((await browser.begin()).location, 'mary'))
      const state = stateOf(back.href)
      change(back)
      assert.match(await browser.comeBack(back.href), /^\/sign-in(?:\?next=%2Fcreate)?#handover=/)
      for (const guess of [state, stateOf(back.href)]) assert.ok('failure' in (await browser.takeOver(guess)))
    })
  }

  it('in another browser, with a cookie of its own or none: nobody ends up signed in as somebody else', async () => {
    const { app } = openShop()
    const attacker = openBrowser(app)
    const back = await provider.visit((await attacker.begin()).location, 'mary')
    const victims = [openBrowser(app), openBrowser(app)]
    await victims[0]?.begin()
    for (const victim of victims) {
      assert.equal(await victim.comeBack(back), `/sign-in#handover=${stateOf(back)}`)
      assert.deepEqual(await victim.takeOver(stateOf(back)), interrupted)
    }
  })

  it('once more: what came of it is handed over once, and the code is shown to the provider once', async () => {
    const browser = openBrowser(openShop().app)
    const back = await provider.visit((await browser.begin()).location, 'mary')
    const asked = () => provider.requests.get('/token') ?? 0
    const before = asked()
    await Promise.all([browser.comeBack(back), browser.comeBack(back)])
    assert.ok('idToken' in (await browser.takeOver(stateOf(back))))
    assert.equal(asked(), before + 1)
    await browser.comeBack(back)
    assert.deepEqual(await browser.takeOver(stateOf(back)), interrupted)
    assert.equal(asked(), before + 1)
  })

  it('too late', async () => {
    const { app, clock } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.begin()).location, 'mary')
    clock.now += 10 * 60 * 1000 + 1
    await browser.comeBack(back)
    assert.deepEqual(await browser.takeOver(stateOf(back)), interrupted)
  })

  it('of another site’s page, which may neither begin nor take over', async () => {
    const { app } = openShop()
    for (const path of ['/__/auth/provider/oidc.wool', '/__/auth/handover']) {
      for (const headers of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'null' },
      ]) {
        const answer = await app.request(shop.origin + path, { method: 'POST', headers, body: '{}' })
        assert.deepEqual([answer.status, answer.headers.get('Set-Cookie')], [403, null])
      }
    }
  })

  it('without the fields that there must be', async () => {
    const { app } = openShop()
    for (const [path, body] of [
      ['/__/auth/provider/oidc.wool', '{}'],
      ['/__/auth/provider/oidc.wool', `{"next":"${'/'.repeat(2_049)}"}`],
      ['/__/auth/handover', '[]'],
      ['/__/auth/handover', '{"state":{}}'],
      ['/__/auth/handover', 'state'],
    ] as const) {
      assert.equal((await app.request(shop.origin + path, { method: 'POST', headers: ownPage, body })).status, 400)
    }
  })

  it('by a method that there is not', async () => {
    const { app } = openShop()
    for (const [method, path] of [
      ['GET', 'provider/oidc.wool'],
      ['GET', 'handover'],
      ['POST', 'handler'],
    ] as const) {
      assert.equal((await app.request(`${shop.origin}/__/auth/${path}`, { method, headers: ownPage })).status, 405)
    }
  })

  it('again and again: who begins 300 times an hour is asked to wait', async () => {
    const { app } = openShop()
    const init = { method: 'POST', headers: ownPage, body: '{"next":"/"}' }
    const begin = async () => app.request(`${shop.origin}/__/auth/provider/oidc.wool`, init)
    for (let count = 0; count < 300; count++) assert.equal((await begin()).status, 200)
    const answer = await begin()
    assert.deepEqual([answer.status, Number(answer.headers.get('Retry-After')) > 0], [429, true])
  })
})
