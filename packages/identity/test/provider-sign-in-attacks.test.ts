import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  interrupted,
  openBrowser,
  openShop,
  sameOrigin,
  provider,
  shop,
  answerOf,
  stateOf,
} from './test-support-provider-sign-in.ts'

/** Each changes the URL that the provider redirects to; none may sign anyone in. Add yours. */
const attacks: Readonly<Record<string, (url: URL) => void>> = {
  'another state': (url) => url.searchParams.set('state', 'x'.repeat(43)),
  'a missing state': (url) => url.searchParams.delete('state'),
  'another code': (url) => url.searchParams.set('code', 'x'.repeat(43)),
  'a missing code': (url) => url.searchParams.delete('code'),
  'two codes': (url) => url.searchParams.append('code', 'x'),
  'another issuer': (url) => url.searchParams.set('iss', 'https://evil.example'),
  'an error in addition to a code': (url) => url.searchParams.set('error', '<script>'),
  'no parameters': (url) => (url.search = ''),
}

describe('attack on the redirect from a provider signs nobody in', () => {
  for (const [name, change] of Object.entries(attacks)) {
    it(name, async () => {
      const browser = openBrowser(openShop().app)
      const back = new URL(await provider.visit((await browser.start()).location, 'mary'))
      change(back)
      assert.match(await browser.followRedirect(back.href), /^\/sign-in(?:\?next=%2Fcreate)?#handover=/)
      assert.ok('failure' in (await browser.fetchResult(back.href)))
    })
  }

  it('in another browser, with or without a cookie of its own', async () => {
    const { app } = openShop()
    const attacker = openBrowser(app)
    const back = await provider.visit((await attacker.start()).location, 'mary')
    const victims = [openBrowser(app), openBrowser(app)]
    await victims[0]?.start()
    for (const victim of victims) {
      assert.equal(await victim.followRedirect(back), `/sign-in#handover=${encodeURIComponent(answerOf(back))}`)
      assert.deepEqual(await victim.fetchResult(back), interrupted)
    }
  })

  it('repeated: the result is returned once, and the code redeemed once', async () => {
    const browser = openBrowser(openShop().app)
    const back = await provider.visit((await browser.start()).location, 'mary')
    const tokenRequests = () => provider.requests.get('/token') ?? 0
    const before = tokenRequests()
    await Promise.all([browser.followRedirect(back), browser.followRedirect(back)])
    assert.ok('idToken' in (await browser.fetchResult(back)))
    assert.equal(tokenRequests(), before + 1)
    await browser.followRedirect(back)
    assert.deepEqual(await browser.fetchResult(back), interrupted)
    assert.equal(tokenRequests(), before + 1)
  })

  it('started 11,000 times by others, which end no sign-in that is under way', async () => {
    const { app, codeFlow, caller } = openShop()
    const browser = openBrowser(app)
    const { location } = await browser.start()
    for (let count = 0; count < 11_000; count += 1_000) {
      const others = { redirectUri: `${shop.origin}/__/auth/handler`, next: '/' }
      await Promise.all(Array.from({ length: 1_000 }, () => codeFlow.start('oidc.wool', others, caller)))
    }
    const back = await provider.visit(location, 'mary')
    await browser.followRedirect(back)
    assert.ok('idToken' in (await browser.fetchResult(back)))
  })

  it('with a cookie of another attempt, or a forged one', async () => {
    const { app } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.start()).location, 'mary')
    await browser.start()
    const [, other = ''] = browser.cookie().split('; ')
    const name = `__Host-sign-in-${stateOf(back)}`
    for (const value of [other.split('=')[1] ?? '', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.x.x', 'x']) {
      const init = {
        method: 'POST',
        headers: { ...sameOrigin, Cookie: `${name}=${value}` },
        body: JSON.stringify({ answer: answerOf(back) }),
      }
      const answer = await app.request(`${shop.origin}/__/auth/handover`, init)
      assert.ok('failure' in ((await answer.json()) as object))
    }
  })

  it('with a cookie that names an algorithm of its own, which is no failure of the shop', async () => {
    const { app, logged } = openShop()
    const state = 'x'.repeat(43)
    for (const [alg, enc, encryptedKey] of [
      ['RSA-OAEP', 'A256GCM', 'eA'],
      ['A128KW', 'A256GCM', 'eA'],
      ['dir', 'A128GCM', ''],
    ]) {
      const header = Buffer.from(JSON.stringify({ alg, enc })).toString('base64url')
      const sealed = [header, encryptedKey, 'A'.repeat(16), 'eA', 'A'.repeat(22)].join('.')
      const headers = { ...sameOrigin, Cookie: `__Host-sign-in-${state}=${sealed}` }
      assert.equal((await app.request(`${shop.origin}/__/auth/handler?state=${state}`, { headers })).status, 303)
      const init = { method: 'POST', headers, body: JSON.stringify({ answer: `state=${state}` }) }
      const answer = await app.request(`${shop.origin}/__/auth/handover`, init)
      assert.deepEqual([answer.status, await answer.json()], [200, interrupted])
    }
    assert.deepEqual(logged, [])
  })

  it('after the attempt has expired', async () => {
    const { app, clock } = openShop()
    const browser = openBrowser(app)
    const back = await provider.visit((await browser.start()).location, 'mary')
    clock.now += 10 * 60 * 1000 + 1
    await browser.followRedirect(back)
    assert.deepEqual(await browser.fetchResult(back), interrupted)
  })

  it('from a page of another site, which may neither start nor finish a sign-in', async () => {
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

  it('with missing or invalid fields', async () => {
    const { app } = openShop()
    for (const [path, body] of [
      ['/__/auth/provider/oidc.wool', '{}'],
      ['/__/auth/provider/oidc.wool', `{"next":"${'/'.repeat(2_049)}"}`],
      ['/__/auth/handover', '[]'],
      ['/__/auth/handover', '{"answer":{}}'],
      ['/__/auth/handover', 'answer'],
    ] as const) {
      assert.equal((await app.request(shop.origin + path, { method: 'POST', headers: sameOrigin, body })).status, 400)
    }
  })

  it('with an unsupported HTTP method', async () => {
    const { app } = openShop()
    for (const [method, path] of [
      ['GET', 'provider/oidc.wool'],
      ['GET', 'handover'],
      ['POST', 'handler'],
    ] as const) {
      assert.equal((await app.request(`${shop.origin}/__/auth/${path}`, { method, headers: sameOrigin })).status, 405)
    }
  })

  it('repeated with other codes: of one start, the provider is asked three times', async () => {
    const { app } = openShop()
    const browser = openBrowser(app)
    const back = new URL(await provider.visit((await browser.start()).location, 'mary'))
    const cookie = browser.cookie()
    const before = provider.requests.get('/token') ?? 0
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) {
      back.searchParams.set('code', `guess-${count}`)
      const init = {
        method: 'POST',
        headers: { ...sameOrigin, Cookie: cookie },
        body: JSON.stringify({ answer: answerOf(back.href) }),
      }
      statuses.push((await app.request(`${shop.origin}/__/auth/handover`, init)).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    assert.equal(provider.requests.get('/token'), before + 3)
  })

  it('repeated: after 300 starts in an hour answers 429', async () => {
    const { app } = openShop()
    const init = { method: 'POST', headers: sameOrigin, body: '{"next":"/"}' }
    const start = async () => app.request(`${shop.origin}/__/auth/provider/oidc.wool`, init)
    for (let count = 0; count < 300; count++) assert.equal((await start()).status, 200)
    const answer = await start()
    assert.deepEqual([answer.status, Number(answer.headers.get('Retry-After')) > 0], [429, true])
  })
})
