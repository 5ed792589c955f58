import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'

import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { pino } from 'pino'

import type { Outcome } from '../identity/code-flow/attempts.ts'
import { createCodeFlow } from '../identity/code-flow/code-flow.ts'
import { openProvider } from '../identity/providers/test-support.ts'
import type { Bindings } from './bindings.ts'
import { createLimits } from './limits.ts'
import type { PublicShop } from './page.ts'
import { problemAnswer } from './problem.ts'
import { createProviderSignIn, providerSignInPath } from './provider-sign-in.ts'

const shop: PublicShop = {
  name: 'Shop',
  whatsapp: '94770000000',
  instagram: 'https://www.instagram.com/',
  origin: 'https://shop.example',
  isPreview: false,
  identity: {
    apiKey: 'k',
    projectId: 'demo-shop',
    authDomain: null,
    emulatorOrigin: null,
    isEmbedded: true,
    providers: [],
    tokenSyncPath: null,
  },
}
const users = { mary: { email: 'mary@example.com', email_verified: true } }
const provider = await openProvider({ after }, users, `${shop.origin}/__/auth/handler`)
const clients = {
  'oidc.wool': { id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'], clientSecret: 'secret' },
  'oidc.silk': { id: 'oidc.silk', issuer: provider.issuer, clientIds: ['public-shop'] },
  'oidc.hemp': { id: 'oidc.hemp', issuer: provider.issuer, clientIds: ['shop'], clientSecret: 'another' },
}

/** The shop's three routes, with a clock and a log of the test's own. */
function openShop(of = shop) {
  const clock = { now: Date.now() }
  const logged: string[] = []
  const audited: unknown[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const codeFlow = createCodeFlow({
    providers: Object.values(clients),
    audit: (event, _client, details) => void audited.push([event, details]),
    log,
    now: () => new Date(clock.now),
  })
  const limits = createLimits({ enabled: true })
  const toClient = () => ({ address: '203.0.113.7', origin: of.origin })
  const app = new Hono<Bindings>()
  app.onError((error) => problemAnswer(error, log, {}))
  app.route(providerSignInPath, createProviderSignIn({ codeFlow, limits, shop: of, toClient }))
  return { clock, logged, audited, app }
}

type App = Hono<Bindings>
const ownPage = { 'Sec-Fetch-Site': 'same-origin' }

/** A browser with its cookie. */
function openBrowser(app: App, origin = shop.origin) {
  let cookie = ''
  const send = async (path: string, init: { method?: string; body?: string } = {}) => {
    const answer = await app.request(origin + path, {
      ...init,
      headers: { ...ownPage, Cookie: cookie },
    })
    const [set] = answer.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
    return answer
  }
  const post = (path: string, fields: object) => send(path, { method: 'POST', body: JSON.stringify(fields) })
  return {
    send,
    cookie: () => cookie,
    async begin(id = 'oidc.wool', next = '/create') {
      const answer = await post(`/__/auth/provider/${id}`, { next })
      return (await answer.json()) as { location: string; failure?: string }
    },
    /** @returns where it is led on to. */
    async comeBack(url: string) {
      const { pathname, search } = new URL(url)
      const answer = await send(pathname + search)
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      assert.equal(answer.headers.get('Referrer-Policy'), 'no-referrer')
      return answer.headers.get('Location') ?? ''
    },
    async takeOver(state: string) {
      const answer = await post('/__/auth/handover', { state })
      return (await answer.json()) as Outcome
    },
  }
}

const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? ''
const interrupted = { failure: 'no-auth-event' }

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
    const browser = openBrowser(openShop({ ...shop, origin, isPreview: true }).app, origin)
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
