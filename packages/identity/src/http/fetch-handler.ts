import { Hono } from 'hono'

import type { Caller, Log } from '../application.ts'
import type { IdentityService } from '../service.ts'
import { createIdentityApi, protocolPaths } from './identity-api.ts'
import type { DescribeError } from './messages.ts'
import { createProviderSignIn, providerSignInPaths } from './provider-sign-in.ts'

export interface FetchHandlerOptions {
  readonly log: Log
  /**
   * Whether the application answers at any address that reaches it, as a development server does. If not, pages of
   * `Caller.origin` alone may start a sign-in at another provider.
   */
  readonly allowsAnyHost?: boolean
  /** Texts for users about a failure; the error's own message if left out. */
  readonly describeError?: DescribeError
}

export interface FetchHandler {
  /** The paths that `fetch` answers, all methods of each, as patterns of Hono. */
  readonly paths: readonly string[]
  /** Answers a request. Never rejects. */
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** The service over HTTP. */
export function createFetchHandler(service: IdentityService, options: FetchHandlerOptions): FetchHandler {
  const { log, allowsAnyHost = false, describeError = ({ message }) => message } = options
  const app = new Hono<{ Bindings: Caller }>()
  app.route('/', createIdentityApi(service, { log, describeError }))
  app.route('/', createProviderSignIn({ ...service, allowsAnyHost, log, describeError }))
  return {
    paths: [...protocolPaths, ...providerSignInPaths],
    fetch: async (request, caller) => app.fetch(request, caller),
  }
}
