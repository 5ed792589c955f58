import { Hono, type Context } from 'hono'
import { z } from 'zod'

import type { AttemptLimits } from '../abuse/attempt-limits.ts'
import type { Caller, Log, Pages } from '../application.ts'
import { ServiceError } from '../errors.ts'
import { attemptLifetimeMs, type CodeFlow } from '../federation/code-flow.ts'
import { isSecret } from '../tokens/secrets.ts'
import { createBrowserCookie } from './cookies.ts'
import { type DescribeError, errorResponse, parseJson, readText } from './messages.ts'
import { isSameOrigin } from './same-origin.ts'

/** Where providers send browsers back to: the path that Firebase Authentication has on its own hosts. */
const callbackPath = '/__/auth/handler'
const startPath = '/__/auth/provider/:id'
const redeemPath = '/__/auth/handover'

export const providerSignInPaths = [startPath, callbackPath, redeemPath]

export interface ProviderSignInOptions {
  readonly codeFlow: CodeFlow
  readonly attemptLimits: AttemptLimits
  readonly pages: Pages
  /** See `SameOriginOptions`. */
  readonly allowsAnyHost: boolean
  readonly log: Log
  readonly describeError: DescribeError
}

type Env = { Bindings: Caller }

const startShape = z.object({ next: z.string().max(2_048) })
const redeemShape = z.object({ answer: z.string().max(4_096) })

/**
 * Signing in at another provider, in three steps:
 *
 * - `POST /__/auth/provider/:id` with `{ next }`, the page to continue to, answers `{ location }`, where the page sends the
 *   browser;
 * - `GET /__/auth/handler` is where the provider sends the browser back to. It redirects to the sign-in page;
 * - `POST /__/auth/handover` with `{ answer }`, of that page's fragment, answers `{ providerId, idToken, rawNonce }`, once.
 *
 * Either answer may be `{ failure }` instead. The only part of a sign-in in a URL is its code, which works once and only
 * with what is encrypted in the browser's cookie. `next` becomes a parameter of the sign-in page, which has to check that it is safe.
 */
export function createProviderSignIn(options: ProviderSignInOptions): Hono<Env> {
  const { codeFlow, attemptLimits, pages, log, describeError } = options
  const app = new Hono<Env>()
  app.onError((error) => errorResponse(error, describeError, log))
  for (const path of [startPath, redeemPath]) app.use(path, sameOriginOnly(options))

  app.post(startPath, async (context) => {
    const caller = context.env
    attemptLimits.startProviderSignIn(caller)
    const { next } = parseShape(startShape, parseJson(await readText(context.req.raw)))
    const beginning = { redirectUri: caller.origin + callbackPath, next }
    const answer = await codeFlow.start(context.req.param('id'), beginning, caller)
    if (answer === undefined) throw new ServiceError('not-found', 'There is nothing at this address.')
    if ('failure' in answer) return context.json(answer)
    createSignInCookie(caller, answer.state).write(context, answer.sealed)
    return context.json({ location: answer.location })
  })

  app.get(callbackPath, async (context) => {
    const { searchParams } = new URL(context.req.url)
    const next = await codeFlow.findNext(findSignInCookie(context, searchParams)?.read(context))
    const query = next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`
    const fragment = new URLSearchParams([['handover', searchParams.toString()]])
    context.header('Cache-Control', 'no-store')
    context.header('Referrer-Policy', 'no-referrer')
    return context.redirect(`${pages.signInPath}${query}#${fragment.toString()}`, 303)
  })

  app.post(redeemPath, async (context) => {
    const caller = context.env
    const { answer: query } = parseShape(redeemShape, parseJson(await readText(context.req.raw)))
    const answer = new URL(`${caller.origin}${callbackPath}?${query}`)
    const cookie = findSignInCookie(context, answer.searchParams)
    const sealed = cookie?.read(context)
    cookie?.remove(context)
    return context.json(await codeFlow.redeem(sealed, answer, caller))
  })

  for (const path of [startPath, redeemPath]) app.all(path, methodNotAllowed(['POST']))
  app.all(callbackPath, methodNotAllowed(['GET', 'HEAD']))
  return app
}

/** Protects what uses a cookie against other sites' pages (CSRF). */
function sameOriginOnly({ allowsAnyHost }: ProviderSignInOptions) {
  return async (context: Context<Env>, next: () => Promise<void>) => {
    if (!isSameOrigin(context.req.raw.headers, { origin: context.env.origin, allowsAnyHost })) {
      throw new ServiceError('other-origin', 'Only the shop’s own pages may ask for this.')
    }
    context.header('Cache-Control', 'no-store')
    await next()
  }
}

function methodNotAllowed(allowed: readonly string[]) {
  return (): never => {
    throw new ServiceError('method-not-allowed', 'This address cannot be used that way.', { allowed })
  }
}

/**
 * The cookie of a sign-in at a provider, one for each `state`, as a browser may have several tabs. An attacker who could set it
 * would have users sign in to the attacker's account. It is `Lax` because it must be sent when a provider sends the browser
 * back.
 */
function createSignInCookie(caller: Caller, state: string) {
  const maxAgeSeconds = attemptLifetimeMs / 1000
  return createBrowserCookie(caller, { name: `sign-in-${state}`, sameSite: 'Lax', maxAgeSeconds })
}

/** The cookie of the sign-in that a provider's answer is for. */
function findSignInCookie(context: Context<Env>, answer: URLSearchParams) {
  const state = answer.get('state') ?? ''
  return isSecret(state) ? createSignInCookie(context.env, state) : undefined
}

function parseShape<T>(shape: z.ZodType<T>, body: unknown): T {
  const result = shape.safeParse(body)
  if (result.success) return result.data
  throw new ServiceError('invalid-request', 'A field is missing, or is not what it must be.', { cause: result.error })
}
