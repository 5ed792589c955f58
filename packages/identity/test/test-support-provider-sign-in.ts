import assert from 'node:assert/strict'
import { after } from 'node:test'

import { toAddress } from '@stockinette/rate-limit/address.ts'
import { pino } from 'pino'

import { createAttemptLimits } from '../src/abuse/attempt-limits.ts'
import type { Audit } from '../src/abuse/audit.ts'
import { defaultPages } from '../src/application.ts'
import { createCodeFlow, type Outcome } from '../src/federation/code-flow.ts'
import { createProviderClients } from '../src/federation/provider-client.ts'
import { openProvider } from '../src/federation/test-support.ts'
import { createProviderSignIn } from '../src/http/provider-sign-in.ts'

export const shop = { origin: 'https://shop.example', allowsAnyHost: false }
export const users = { mary: { email: 'mary@example.com', email_verified: true } }
export const provider = await openProvider({ after }, users, `${shop.origin}/__/auth/handler`)
export const clients = {
  'oidc.wool': { id: 'oidc.wool', issuer: provider.issuer, clientIds: ['shop'], clientSecret: 'secret' },
  'oidc.silk': { id: 'oidc.silk', issuer: provider.issuer, clientIds: ['public-shop'] },
  'oidc.hemp': { id: 'oidc.hemp', issuer: provider.issuer, clientIds: ['shop'], clientSecret: 'another' },
}

/** The three routes, with a test clock and a test log. */
export function openShop(of = shop) {
  const clock = { now: Date.now() }
  const logged: string[] = []
  const audited: unknown[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const now = () => new Date(clock.now)
  const audit: Audit = (event, _client, details) => void audited.push([event, details])
  const attemptLimits = createAttemptLimits({ enabled: true })
  const providerClients = createProviderClients(Object.values(clients), now)
  const codeFlow = createCodeFlow({ attemptLimits, audit, providerClients, log, now })
  const { origin, allowsAnyHost } = of
  const describeError = ({ message }: Error) => message
  const routes = createProviderSignIn({
    codeFlow,
    attemptLimits,
    pages: defaultPages,
    allowsAnyHost,
    log,
    describeError,
  })
  const caller = { address: toAddress('203.0.113.7'), origin }
  const app = { request: async (url: string, init: RequestInit) => routes.request(url, init, caller) }
  return { clock, logged, audited, app, codeFlow, caller }
}

type App = ReturnType<typeof openShop>['app']
export const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

/** A browser that keeps its cookies. */
export function openBrowser(app: App, origin = shop.origin) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (path: string, init: { method?: string; body?: string } = {}) => {
    const answer = await app.request(origin + path, {
      ...init,
      headers: { ...sameOrigin, Cookie: cookie() },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1)
      const [name = '', value = ''] = pair.split('=')
      if (/; Max-Age=0;/.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const post = (path: string, fields: object) => send(path, { method: 'POST', body: JSON.stringify(fields) })
  return {
    send,
    cookie,
    async start(id = 'oidc.wool', next = '/create') {
      const answer = await post(`/__/auth/provider/${id}`, { next })
      return (await answer.json()) as { location: string; failure?: string }
    },
    /** @returns the URL that the shop redirects to. */
    async followRedirect(url: string) {
      const { pathname, search } = new URL(url)
      const answer = await send(pathname + search)
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('Cache-Control'), 'no-store')
      assert.equal(answer.headers.get('Referrer-Policy'), 'no-referrer')
      return answer.headers.get('Location') ?? ''
    },
    /** @param url where the provider sent the browser back to. */
    async fetchResult(url: string) {
      const answer = await post('/__/auth/handover', { answer: answerOf(url) })
      return (await answer.json()) as Outcome
    },
  }
}

/** A provider's answer, as the sign-in page gets it in its fragment. */
export const answerOf = (url: string): string => new URL(url).searchParams.toString()
export const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? ''
export const interrupted = { failure: 'no-auth-event' }
