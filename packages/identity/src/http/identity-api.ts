import { createRepeatedLines, type TakeLine } from '@stockinette/rate-limit/repeated-lines.ts'
import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'

import type { Caller, Log } from '../application.ts'
import { failureCodeOf, IdentityError } from '../errors.ts'
import type { ServiceName } from '../methods.ts'
import type { IdentityService } from '../service.ts'
import { readDevice } from './device-cookie.ts'
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

/** The emulator's own paths, in test mode. */
export const testModePaths = ['/emulator/v1/projects/:project/:resource', '/emulator/action']

/** Paths that pages of every origin may read in test mode. */
const readableInTestMode = [...protocolPaths, '/emulator/*']

/**
 * The identity service over HTTP, at the paths that the official client uses after `connectAuthEmulator(auth, origin)`.
 *
 * A body is parsed by its method, not by its content type, and nothing here uses cookies. The application refuses requests from
 * pages of other sites, which would use up the limits of a user's network. Only in test mode such pages may ask and read, as
 * with the emulator: the app under test has a port of its own.
 */
export function createIdentityApi(identity: IdentityService, options: IdentityApiOptions): Hono<Env> {
  const app = new Hono<Env>()
  if (identity.testMode !== undefined) openToTests(app, identity.testMode)

  const mount = (context: ServiceName, readBody: (text: string) => unknown, needsKey = true): void => {
    const base = `/${context}.googleapis.com`
    app.all(`${base}/*`, async (c) => {
      const name = `${c.req.method} ${c.req.path.slice(base.length)}`
      const method = identity.methods[context].get(name)
      if (method === undefined) return answerNotImplemented(c)
      const query = readQuery(c.req.url)
      if (needsKey && !query['key'] && !c.req.header('X-Goog-Api-Key')) return answerKeyMissing(c)
      if (name === 'POST /v1/accounts:signUp') identity.attemptLimits.signUp(c.env)
      const input = c.req.method === 'GET' ? query : readBody(await readWhole(c.req.raw))
      const { device, save } = readDevice(c)
      const answer = await method(input, device === undefined ? c.env : { ...c.env, device })
      save()
      return c.json(answer, 200, { 'Cache-Control': 'no-store' })
    })
  }
  mount('identitytoolkit', readJson)
  mount('securetoken', readFormOrJson)
  mount('www', readJson, false)

  const takeLine = createRepeatedLines()
  app.onError((error, c) => answerDecision(error, c) ?? answerAccident(error, c, { ...options, takeLine }))
  return app
}

function openToTests(app: Hono<Env>, { routes, action }: NonNullable<IdentityService['testMode']>): void {
  for (const path of readableInTestMode) app.use(path, allowPrivateNetwork, cors({ origin: (origin) => origin }))
  app.all('/emulator/v1/projects/:project/:resource', async (c) => {
    const route = routes.get(`${c.req.method} ${c.req.param('resource')}`)
    return route === undefined ? answerNotImplemented(c) : c.json(route(readJson(await readWhole(c.req.raw))))
  })
  app.get('/emulator/action', async (c) => {
    const answer = await action(readQuery(c.req.url), c.env)
    return answer.status === 303 ? c.redirect(answer.location, 303) : c.json(answer.body, answer.status)
  })
}

/**
 * Allows pages of public sites to call this machine of a private network, as the emulator does.
 * (wicg.github.io/private-network-access)
 */
function allowPrivateNetwork(c: Context, next: () => Promise<void>): Promise<void> {
  const isAsked = c.req.header('Access-Control-Request-Private-Network') !== undefined
  if (isAsked) c.header('Access-Control-Allow-Private-Network', 'true')
  return next()
}

async function readWhole(request: Request): Promise<string> {
  try {
    return await readText(request)
  } catch (error) {
    throw asInvalidArgument(error)
  }
}

/** An empty body has no fields. */
function readJson(text: string): unknown {
  if (text === '') return {}
  try {
    return parseJson(text)
  } catch (error) {
    throw asInvalidArgument(error)
  }
}

function asInvalidArgument(error: unknown): unknown {
  if (!(error instanceof Error) || failureCodeOf(error) !== 'invalid-request') return error
  return new IdentityError('INVALID_ARGUMENT', error.message, { cause: error })
}

/** The web client sends a form, others send JSON. A form never starts with a brace, which is escaped there. */
function readFormOrJson(text: string): unknown {
  return text.trimStart().startsWith('{') ? readJson(text) : Object.fromEntries(new URLSearchParams(text))
}

/** Hono's parser takes quadratic time for thousands of fields without a value. */
function readQuery(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams)
}

function answerNotImplemented(c: Context): Response {
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
  if (code === 'body-too-large') {
    c.header('Connection', 'close') // The rest of the body is not read.
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
  const leftOut = isTemporary ? takeLine(code) : 0
  if (leftOut !== undefined) {
    log.error({ err: error, path: c.req.path, ...(leftOut > 0 && { leftOut }) }, 'the identity service failed')
  }
  return isTemporary ? c.text(describeError(error), 503) : c.text(describeError(internalError), 500)
}
