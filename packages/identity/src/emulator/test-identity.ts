import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'

import type { Caller } from '../application.ts'
import { createFetchHandler, type FetchHandler, type FetchHandlerOptions } from '../http/fetch-handler.ts'
import { answerNotImplemented, createErrorHandler, protocolPaths, readBody, readQuery } from '../http/identity-api.ts'
import type { Identity, IdentityOptions } from '../index.ts'
import { openServiceIn, type ServiceOptions } from '../service.ts'
import { createTestMode } from './test-mode.ts'

/** As `createIdentity`, in test mode: anybody can sign in as anybody and remove every account. */
export async function createTestIdentity(options: IdentityOptions): Promise<Identity> {
  const service = await openTestService(options)
  return { ...createTestHandler(service, options), ...service }
}

export type TestService = Awaited<ReturnType<typeof openTestService>>

/** @throws as `openService`. */
export async function openTestService(options: ServiceOptions) {
  options.log.warn(
    'TEST MODE of the identity service: anybody can sign in as anybody and remove every account. This is for tests alone.',
  )
  return openServiceIn(options, { isTestMode: true, createMode: createTestMode })
}

const resourcePath = '/emulator/v1/projects/:project/:resource'
const actionPath = '/emulator/action'

/** The service and the emulator's own routes. Pages of every origin may call both: the app under test has a port of its own. */
export function createTestHandler(service: TestService, options: FetchHandlerOptions): FetchHandler {
  const normal = createFetchHandler(service, options)
  const describeError = options.describeError ?? (({ message }: Error) => message)
  const app = new Hono<{ Bindings: Caller }>()
  app.onError(createErrorHandler({ log: options.log, describeError }))
  for (const path of [...protocolPaths, '/emulator/*']) {
    app.use(path, allowPrivateNetwork, cors({ origin: (origin) => origin }))
  }
  app.all(resourcePath, async (c) => {
    const route = service.mode.routes.get(`${c.req.method} ${c.req.param('resource')}`)
    return route === undefined ? answerNotImplemented(c) : c.json(route(await readBody(c.req.raw)))
  })
  app.get(actionPath, async (c) => {
    const answer = await service.mode.action(readQuery(c.req.url), c.env)
    return answer.status === 303 ? c.redirect(answer.location, 303) : c.json(answer.body, answer.status)
  })
  app.all('*', ({ req, env }) => normal.fetch(req.raw, env))
  return {
    paths: [...normal.paths, resourcePath, actionPath],
    fetch: async (request, caller) => app.fetch(request, caller),
  }
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
