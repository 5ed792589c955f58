import { createRepeatedLines, type TakeLine } from '@stockinette/rate-limit/repeated-lines.ts'
import { Hono, type Context, type ErrorHandler } from 'hono'

import type { Caller, Log } from '../application.ts'
import { failureCodeOf, IdentityError } from '../errors.ts'
import type { ServiceName } from '../methods.ts'
import type { IdentityService } from '../service.ts'
import { readDevice } from './cookies.ts'
import { type DescribeError, internalError, parseJson, readText } from './messages.ts'

export interface IdentityApiOptions {
  readonly log: Log
  readonly describeError: DescribeError
}

type Env = { Bindings: Caller }

/** The paths of the protocol, as patterns of Hono. */
export const protocolPaths = [
  '/identitytoolkit.googleapis.com/*',
  '/securetoken.googleapis.com/*',
  '/www.googleapis.com/*',
]

/**
 * The identity service over HTTP, at the paths that the official client uses after `connectAuthEmulator(auth, origin)`.
 *
 * A body is parsed by its method, not by its content type, and nothing here uses cookies. The application refuses requests from
 * pages of other sites, which would use up the limits of a user's network.
 */
export function createIdentityApi(identity: IdentityService, options: IdentityApiOptions): Hono<Env> {
  const app = new Hono<Env>()
  const mount = (context: ServiceName, parse: (text: string) => unknown, needsKey = true): void => {
    const base = `/${context}.googleapis.com`
    app.all(`${base}/*`, async (c) => {
      const name = `${c.req.method} ${c.req.path.slice(base.length)}`
      const method = identity.methods[context].get(name)
      if (method === undefined) return answerNotImplemented(c)
      const query = readQuery(c.req.url)
      if (needsKey && !query['key'] && !c.req.header('X-Goog-Api-Key')) return answerKeyMissing(c)
      if (name === 'POST /v1/accounts:signUp') identity.attemptLimits.signUp(c.env)
      const input = c.req.method === 'GET' ? query : parse(await readText(c.req.raw))
      const { device, save } = readDevice(c)
      const answer = await method(input, device === undefined ? c.env : { ...c.env, device })
      save()
      return c.json(answer, 200, { 'Cache-Control': 'no-store' })
    })
  }
  mount('identitytoolkit', readJson)
  mount('securetoken', readFormOrJson)
  mount('www', readJson, false)
  app.onError(createErrorHandler(options))
  return app
}

/** Answers errors as the protocol does. */
export function createErrorHandler(options: IdentityApiOptions): ErrorHandler {
  const takeLine = createRepeatedLines()
  return (error, c) => answerDecision(error, c) ?? answerAccident(error, c, { ...options, takeLine })
}

/** The fields of a request with a JSON body. @throws ServiceError as `readText` and `parseJson`. */
export async function readBody(request: Request): Promise<unknown> {
  return readJson(await readText(request))
}

/** An empty body has no fields. */
function readJson(text: string): unknown {
  return text === '' ? {} : parseJson(text)
}

/** The web client sends a form, others send JSON. A form never starts with a brace, which is escaped there. */
function readFormOrJson(text: string): unknown {
  return text.trimStart().startsWith('{') ? readJson(text) : Object.fromEntries(new URLSearchParams(text))
}

/** Hono's parser takes quadratic time for thousands of fields without a value. */
export function readQuery(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams)
}

export function answerNotImplemented(c: Context): Response {
  const message = 'NOT_IMPLEMENTED : This method is not offered here.'
  return c.json({ error: { code: 501, message, status: 'NOT_IMPLEMENTED' } }, 501)
}

/** Google's API keys identify a project. This service has one project, so any key is valid, but the protocol requires one. */
function answerKeyMissing(c: Context): Response {
  const message = 'The request is missing a valid API key.'
  const errors = [{ message, reason: 'forbidden', domain: 'global' }]
  return c.json({ error: { code: 403, message, errors, status: 'PERMISSION_DENIED' } }, 403)
}

/**
 * The answer to a refusal, in Identity Toolkit's format; `undefined` for other errors. Too large a body is an invalid
 * argument, as with Google, and not 413. (googleapis/google-cloud-go issue 9479)
 *
 * Too many new ID tokens are refused in plain text, as failures are: JSON would make a starting client forget its user.
 * (Guarded by the test "keeps the user signed in and sends Retry-After".)
 */
function answerDecision(error: unknown, c: Context): Response | undefined {
  if (error instanceof IdentityError) return answerError(c, 400, error.message)
  const code = failureCodeOf(error)
  if (code === 'body-too-large') c.header('Connection', 'close') // The rest of the body is not read.
  if (code === 'body-too-large' || code === 'invalid-request') {
    return answerError(c, 400, `INVALID_ARGUMENT : ${(error as Error).message}`)
  }
  if (code !== 'too-many-requests') return undefined
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number }
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  if (c.req.path.startsWith('/securetoken.')) return c.text('TOO_MANY_ATTEMPTS_TRY_LATER', 429)
  return answerError(c, 429, 'TOO_MANY_ATTEMPTS_TRY_LATER')
}

function answerError(c: Context, code: 400 | 429, message: string): Response {
  return c.json({ error: { code, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } }, code)
}

const temporaryFailures: ReadonlySet<string> = new Set([
  'mail-unavailable',
  'provider-unavailable',
  'storage-unavailable',
])

/**
 * A failure of the service, as plain text: the client treats it as a network error and tries again, whereas JSON with an
 * `error.message` would make it forget its user. (Guarded by the test "locked database: answers 503 and the user
 * stays signed in".)
 */
function answerAccident(
  error: Error,
  c: Context,
  { log, describeError, takeLine }: IdentityApiOptions & { readonly takeLine: TakeLine },
): Response {
  const code = failureCodeOf(error)
  if (code === 'busy') return c.text(describeError(error), 503)
  const isTemporary = code !== undefined && temporaryFailures.has(code)
  const added = isTemporary ? takeLine(code) : {}
  if (added) log.error({ err: error, path: c.req.path, ...added }, 'the identity service failed')
  return isTemporary ? c.text(describeError(error), 503) : c.text(describeError(internalError), 500)
}
