import assert from 'node:assert/strict'
import { after } from 'node:test'

import { Hono } from 'hono'
import { pino } from 'pino'

import type { PublicShop } from '../../../src/pages/page.ts'
import type { Bindings } from '../../../src/web/bindings.ts'
import { toErrorResponse } from '../../../src/web/middleware/error-response.ts'
import { checkMethod } from '../../../src/web/middleware/method-not-allowed.ts'
import { createLimits } from '../../../src/web/middleware/rate-limits.ts'
import type { Outcome } from '../src/federation/attempts.ts'
import { createCodeFlow } from '../src/federation/code-flow.ts'
import { openProvider } from '../src/federation/test-support.ts'
import { createProviderSignIn, providerSignInPath } from '../src/http/provider-sign-in.ts'

export const shop: PublicShop = {
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
export const users = { mary: { email: 'mary@example.com', email_verified: true } }
export const provider = await openProvider({ after }, users, `${shop.origin}/__/auth/handler`)
export const clients = {
  'oidc.wool': { id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'], clientSecret: 'secret' },
  'oidc.silk': { id: 'oidc.silk', issuer: provider.issuer, clientIds: ['public-shop'] },
  'oidc.hemp': { id: 'oidc.hemp', issuer: provider.issuer, clientIds: ['shop'], clientSecret: 'another' },
}

/** The shop's three routes, with a clock and a log of the test's own. */
export function openShop(of = shop) {
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
  app.onError((error) => toErrorResponse(error, log, {}))
  app.route(providerSignInPath, createProviderSignIn({ codeFlow, limits, shop: of, toClient }))
  app.all(`${providerSignInPath}/*`, checkMethod(app))
  return { clock, logged, audited, app }
}

type App = Hono<Bindings>
export const ownPage = { 'Sec-Fetch-Site': 'same-origin' }

/** A browser with its cookie. */
export function openBrowser(app: App, origin = shop.origin) {
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

export const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? ''
export const interrupted = { failure: 'no-auth-event' }
