import { Hono } from 'hono'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'

import { ShopError } from '../../../../src/domain/errors.ts'
import { problems } from '../../../../src/messages/messages.ts'
import type { PublicShop } from '../../../../src/pages/page.ts'
import type { Bindings } from '../../../../src/web/bindings.ts'
import type { Limits } from '../../../../src/web/middleware/rate-limits.ts'
import { readJson } from '../../../../src/web/middleware/read-body.ts'
import { requireSameOrigin } from '../../../../src/web/middleware/same-origin.ts'
import type { Client } from '../caller.ts'
import { attemptLifetimeMs } from '../federation/attempts.ts'
import type { CodeFlow } from '../federation/code-flow.ts'
import { isFlowSecret, newFlowSecret } from '../tokens/secrets.ts'

export const providerSignInPath = '/__/auth'

/** Where providers send browsers back to: what Firebase Authentication has at the same path of its own hosts. */
const handlerPath = `${providerSignInPath}/handler`

/** What a browser that signs in at a provider is known by. */
const cookieName = 'sign-in'

export interface ProviderSignInOptions {
  readonly codeFlow: CodeFlow
  readonly limits: Limits
  readonly shop: PublicShop
  /** Who sent a request. */
  readonly toClient: (context: Context<Bindings>) => Client
}

const beginShape = z.object({ next: z.string().max(2_048) })
const handoverShape = z.object({ state: z.string().max(2_048) })

/**
 * Signing in at another provider, in three steps:
 *
 * - `POST /provider/:id` with `{ next }`, the page to go on to, answers `{ location }`, where the page sends the browser;
 * - `GET /handler` is where the provider sends it back to, and leads on to the page to sign in;
 * - `POST /handover` with `{ state }` answers that page, once, with `{ providerId, idToken, rawNonce }`.
 *
 * Instead of either answer there may be `{ failure }`. Nothing of a sign-in is in an address but its code, which is good
 * once and with what is kept here alone. `next` is a parameter of the shop's own page, which leads to its own pages alone
 * (`src/domain/safe-redirect-path.ts`).
 */
export function createProviderSignIn({ codeFlow, limits, shop, toClient }: ProviderSignInOptions) {
  const api = new Hono<Bindings>()
  const cookie = createBrowserCookie(shop)

  api.use('/provider/*', ownPagesAlone(shop))
  api.use('/handover', ownPagesAlone(shop))

  api.post('/provider/:id', async (context) => {
    const client = toClient(context)
    await limits.signInWithProvider(client.address)
    const { next } = readShape(beginShape, await readJson(context))
    const browser = cookie.read(context) ?? newFlowSecret()
    const beginning = { browser, redirectUri: shop.origin + handlerPath, next }
    const answer = await codeFlow.begin(context.req.param('id'), beginning, client)
    if (answer === undefined) throw new ShopError('not-found', problems.notFound)
    cookie.keep(context, browser)
    return context.json(answer)
  })

  api.get('/handler', (context) => {
    const answer = new URL(shop.origin + handlerPath + new URL(context.req.url).search)
    const next = codeFlow.comeBack(cookie.read(context) ?? '', answer, toClient(context))
    const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
    const handover = new URLSearchParams({ handover: answer.searchParams.get('state') ?? '' })
    context.header('Cache-Control', 'no-store')
    context.header('Referrer-Policy', 'no-referrer')
    return context.redirect(`/sign-in${query}#${handover.toString()}`, 303)
  })

  api.post('/handover', async (context) => {
    const { state } = readShape(handoverShape, await readJson(context))
    return context.json(await codeFlow.handOver(cookie.read(context) ?? '', state))
  })
  return api
}

function ownPagesAlone(shop: PublicShop) {
  return async (context: Context, next: () => Promise<void>) => {
    requireSameOrigin(context, shop)
    context.header('Cache-Control', 'no-store')
    await next()
  }
}

/**
 * No script can read the cookie, and over https no other host can set it (`__Host-`): whoever could would have visitors
 * end up signed in as somebody else. `Lax`, as it must come along when a provider sends the browser back.
 */
function createBrowserCookie({ origin }: PublicShop) {
  const isSecure = origin.startsWith('https:')
  const maxAge = attemptLifetimeMs / 1000
  return {
    read(context: Context): string | undefined {
      const value = isSecure ? getCookie(context, cookieName, 'host') : getCookie(context, cookieName)
      return value !== undefined && isFlowSecret(value) ? value : undefined
    },
    keep(context: Context, browser: string): void {
      const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge } as const
      if (isSecure) setCookie(context, cookieName, browser, { ...options, secure: true, prefix: 'host' })
      else setCookie(context, cookieName, browser, options)
    },
  }
}

function readShape<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body)
  if (result.success) return result.data
  throw new ShopError('invalid-request', problems.badFields, { cause: result.error })
}
