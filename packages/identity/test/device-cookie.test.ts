import assert from 'node:assert/strict'
import { describe, it, test, type TestContext } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { createFetchHandler } from '../src/http/fetch-handler.ts'
import { openIdentity, reclaim } from './test-support-identity.ts'

const mary = 'mary@shop.example'
const password = 'a password of her own'
const origin = 'https://shop.example'
const home = toAddress('192.0.2.1')

type Headers = Readonly<Record<string, string>>
type Answer = Readonly<Record<string, string>> & { readonly error?: { readonly message: string } }

interface Reply {
  readonly status: number
  /** The `Set-Cookie` header. */
  readonly set: string | undefined
  readonly answer: Answer
}

interface Browser {
  call(method: string, fields: object): Promise<Reply>
  cookie(): string
  refresh(token: string | undefined): Promise<Reply>
  signIn(secret?: string, email?: string): Promise<Reply>
}

/** The service at a public shop's address, with an account that has a password. */
async function openShop(t: TestContext) {
  const clock = { now: Date.now(), aheadMs: 0 }
  const now = () => new Date(clock.now + clock.aheadMs)
  const opened = await openIdentity(t, { now, monotonicNow: () => clock.now })
  const identity = opened.identity()
  const handler = createFetchHandler(identity, { log: pino({ level: 'silent' }) })
  const send = (path: string, body: object, headers: Headers, address = home) =>
    handler.fetch(
      new Request(`${origin}${path}?key=k`, { method: 'POST', body: JSON.stringify(body), headers: { ...headers } }),
      { address, origin },
    )

  /** A browser on a page of the shop, which keeps its cookie. */
  const openBrowser = (cookie = ''): Browser => {
    let kept = cookie
    const post = async (path: string, fields: object): Promise<Reply> => {
      const answer = await send(path, fields, { Cookie: kept, 'Sec-Fetch-Site': 'same-origin' })
      const [set] = answer.headers.getSetCookie()
      if (set !== undefined) kept = set.split(';', 1)[0] ?? ''
      return { status: answer.status, set, answer: (await answer.json()) as Answer }
    }
    const call = (method: string, fields: object) =>
      post(`/identitytoolkit.googleapis.com/v1/accounts:${method}`, fields)
    return {
      call,
      cookie: () => kept,
      refresh: (token: string | undefined) =>
        post('/securetoken.googleapis.com/v1/token', { grantType: 'refresh_token', refreshToken: token }),
      signIn: (secret = password, email = mary) => call('signInWithPassword', { email, password: secret }),
    }
  }

  /** Strangers use up the guesses that the account has for everybody. */
  const guessByStrangers = (email = mary) => {
    for (let index = 0; index < 50; index++) {
      identity.attemptLimits.attemptLogin(
        { email, device: undefined },
        { address: toAddress(`198.51.100.${index}`), origin },
      )
    }
  }

  const setPassword = async (browser: Pick<Browser, 'call'>, email = mary) => {
    const { link } = reclaim(identity, email, origin)
    const fields = { oobCode: new URL(link).searchParams.get('oobCode'), newPassword: password }
    assert.equal((await browser.call('resetPassword', fields)).status, 200)
  }
  await setPassword(openBrowser())
  return { identity, clock, send, openBrowser, guessByStrangers, setPassword }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** How a browser gets its cookie. */
const waysToACookie: Readonly<Record<string, (shop: Shop, browser: Browser) => Promise<unknown>>> = {
  'signed in with a password': (_, browser) => browser.signIn(),
  'signed in with a custom token': async ({ identity }, browser) => {
    const uid = identity.administration.findAccount(mary)?.uid
    await browser.call('signInWithCustomToken', { token: await identity.administration.createCustomToken({ uid }) })
  },
  'used a link for a password': (shop, browser) => shop.setPassword(browser),
  'was signed in before it had a cookie, and gets a new ID token': async ({ openBrowser }, browser) => {
    const { answer } = await openBrowser().signIn()
    await browser.refresh(answer['refreshToken'])
  },
}

for (const [way, prepare] of Object.entries(waysToACookie)) {
  test(`a browser that ${way} signs in however many wrong guesses strangers made; others wait`, async (t) => {
    const shop = await openShop(t)
    const browser = shop.openBrowser()
    await prepare(shop, browser)
    shop.guessByStrangers()
    assert.equal((await shop.openBrowser().signIn()).status, 429)
    assert.equal((await browser.signIn()).status, 200)
  })
}

test('a link for a password gives a way in after strangers used up all guesses', async (t) => {
  const shop = await openShop(t)
  shop.guessByStrangers()
  const browser = shop.openBrowser()
  assert.equal((await browser.signIn()).status, 429)
  await shop.setPassword(browser)
  assert.equal((await browser.signIn()).status, 200)
})

/** How a browser shows that it has the cookie of a sign-in. */
const waysToShowACookie: Readonly<Record<string, (browser: Browser, signedIn: Answer) => Promise<Reply>>> = {
  'looks its account up': (browser, { idToken }) => browser.call('lookup', { idToken }),
  'gets a new ID token': (browser, { refreshToken }) => browser.refresh(refreshToken),
  'signs in again': (browser) => browser.signIn(),
}

/** What ends the cookies of an account. */
const endings: Readonly<Record<string, (shop: Shop) => unknown>> = {
  revoke: ({ identity }) => identity.administration.revokeTokens(mary),
  reset: ({ setPassword, openBrowser }) => setPassword(openBrowser()),
  'a new password': async ({ openBrowser }) => {
    const browser = openBrowser()
    const { answer } = await browser.signIn()
    const { status } = await browser.call('update', { idToken: answer['idToken'], password })
    assert.equal(status, 200)
    assert.equal((await browser.signIn()).status, 200)
  },
  'five other browsers': async ({ openBrowser, clock }) => {
    for (let count = 0; count < 5; count++) {
      clock.now += 1
      assert.equal((await openBrowser().signIn()).status, 200)
    }
  },
}

for (const [what, end] of Object.entries(endings)) {
  test(`a thief with a copied cookie is a stranger after ${what}`, async (t) => {
    const shop = await openShop(t)
    const thief = shop.openBrowser()
    await thief.signIn()
    await end(shop)
    shop.guessByStrangers()
    assert.equal((await thief.signIn()).status, 429)
  })
}

describe('a device cookie', () => {
  it('is hidden from scripts, other hosts and other sites', async (t) => {
    const { openBrowser } = await openShop(t)
    const { set } = await openBrowser().signIn()
    assert.match(set ?? '', /^__Host-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  })

  it('allows ten wrong guesses an hour', async (t) => {
    const { openBrowser, clock } = await openShop(t)
    const browser = openBrowser()
    await browser.signIn()
    for (let count = 0; count < 10; count++) assert.equal((await browser.signIn('wrong')).status, 400)
    assert.equal((await browser.signIn()).status, 429)
    clock.now += 3_600_000
    assert.equal((await browser.signIn()).status, 200)
  })

  it('is valid although the account has five of browsers that signed in while the clock was ahead', async (t) => {
    const shop = await openShop(t)
    shop.clock.aheadMs = 3_600_000
    for (let count = 0; count < 5; count++) await shop.openBrowser().signIn()
    shop.clock.aheadMs = 0
    const browser = shop.openBrowser()
    await browser.signIn()
    shop.guessByStrangers()
    assert.equal((await browser.signIn()).status, 200)
  })

  it('is for one account only', async (t) => {
    const shop = await openShop(t)
    const eve = shop.openBrowser()
    await shop.setPassword(eve, 'eve@example.com')
    const copy = shop.openBrowser(eve.cookie())
    shop.guessByStrangers()
    assert.equal((await eve.signIn()).status, 429)
    await shop.setPassword(eve)
    assert.equal((await copy.signIn()).status, 429)
  })

  for (const [how, show] of Object.entries(waysToShowACookie)) {
    it(`is replaced at each sign-in, and a copy of the one before ends when the browser ${how}`, async (t) => {
      const shop = await openShop(t)
      const browser = shop.openBrowser()
      await browser.signIn()
      const thief = shop.openBrowser(browser.cookie())
      const { answer } = await browser.signIn()
      assert.equal((await show(browser, answer)).status, 200)
      shop.guessByStrangers()
      assert.equal((await thief.signIn()).status, 429)
      assert.equal((await browser.signIn()).status, 200)
    })
  }

  it('stays valid when the answers of sign-ins are lost, and those that were lost end', async (t) => {
    const shop = await openShop(t)
    const browser = shop.openBrowser()
    await browser.signIn()
    const lost = [shop.openBrowser(browser.cookie()), shop.openBrowser(browser.cookie())]
    for (const each of lost) await each.signIn()
    shop.guessByStrangers()
    assert.equal((await lost[0]?.signIn())?.status, 429)
    assert.equal((await browser.signIn()).status, 200)
  })

  it('is set neither by a refused request, for an anonymous user, nor for who is no page of the shop', async (t) => {
    const { openBrowser, send } = await openShop(t)
    const browser = openBrowser()
    await browser.signIn('wrong')
    await browser.call('signUp', {})
    assert.equal(browser.cookie(), '')
    for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }] as Headers[]) {
      const path = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword'
      const answer = await send(path, { email: mary, password }, headers)
      assert.deepEqual([answer.status, answer.headers.getSetCookie()], [200, []])
    }
  })
})
