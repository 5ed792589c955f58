import type { Client } from '@stockinette/identity/caller.ts'
import { createIdentityApi } from '@stockinette/identity/http/identity-api.ts'
import { createProviderSignIn, providerSignInPath } from '@stockinette/identity/http/provider-sign-in.ts'
import type { Identity } from '@stockinette/identity/identity.ts'
import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { Hono } from 'hono'
import type { Context } from 'hono'

import { createItemsApi } from '../catalogue/items-api.ts'
import { createManageApi } from '../catalogue/manage-api.ts'
import type { Store } from '../catalogue/store.ts'
import { ShopError } from '../domain/errors.ts'
import { createPreviewApi } from '../link-preview/link-preview-api.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import type { Access } from '../owners/access.ts'
import { createMeApi } from '../owners/me-api.ts'
import type { Permissions } from '../owners/permissions.ts'
import { createSessionApi, sessionPath } from '../owners/token-sync.ts'
import { createSiteFiles } from '../pages/generated-files.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { PublicShop, RenderPage } from '../pages/page.ts'
import { createPagesHandler } from '../pages/pages.ts'
import { closedHeaders, securityHeaders } from '../pages/security-headers.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import { createPhotosApi } from '../photos/photos-api.ts'
import type { RemoteCopies } from '../photos/remote-copy/remote-copies.ts'
import { createPhotosHandler } from '../photos/serve-photos.ts'
import type { Uploads } from '../photos/uploads.ts'
import type { Bindings } from './bindings.ts'
import { clientAddress } from './middleware/client-address.ts'
import { problemAnswer } from './middleware/error-response.ts'
import { methodNotAllowed, refuseUnanswered } from './middleware/method-not-allowed.ts'
import type { Limits } from './middleware/rate-limits.ts'
import { logRequests, requestLines } from './middleware/request-log.ts'
import { staticFiles } from './static-files.ts'

export interface AppOptions {
  readonly access: Access
  readonly cache: PageCache
  readonly copies: RemoteCopies
  /** See `Backend`. */
  readonly endSessions: (uid: string, client: Client) => Promise<void>
  /** `undefined` where browsers ask Firebase. */
  readonly identity: Identity | undefined
  readonly limits: Limits
  /** See `HeaderSettings`. */
  readonly hstsSubdomains: boolean
  /** Where this machine reaches the shop. */
  readonly listener: { readonly host: string; readonly port: number }
  readonly log: Log
  readonly photos: PhotoLibrary
  readonly permissions: Permissions
  /** See `Backend`. */
  readonly noteContributor: ((uid: string) => void) | undefined
  /** If not, nothing is limited. */
  readonly rateLimits: boolean
  readonly render: RenderPage
  readonly shop: PublicShop
  readonly store: Store
  /** See `Backend`. */
  readonly trouble: () => string | undefined
  readonly trustedProxies: number
  readonly uploads: Uploads
}

/** Every address that the server answers and what stands before the answer; read from top to bottom. */
export function createApp(options: AppOptions): Hono<Bindings> {
  const { hstsSubdomains, identity, limits, log, rateLimits, shop, trouble, trustedProxies } = options
  const headers = securityHeaders({ ...shop, hstsSubdomains })
  const ownHeaders = closedHeaders({ ...shop, hstsSubdomains })
  const limitSignUps = (context: Context<Bindings>) => limits.signUp(clientAddress(context, trustedProxies))
  const toClient = (context: Context<Bindings>) => ({
    address: clientAddress(context, trustedProxies),
    origin: shop.origin,
  })
  const syncPath = shop.identity.tokenSyncPath ?? sessionPath
  const app = new Hono<Bindings>()

  app.use(logRequests(log, createRateLimits({ enabled: rateLimits }).overall(requestLines)))
  app.onError((error) => problemAnswer(error, log, ownHeaders))
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(ownHeaders)) context.header(name, value)
    await next()
  })
  app.get('/healthz', (context) => {
    const missing = trouble()
    return missing === undefined ? context.json({ status: 'ok' }) : context.json({ status: 'not ready', missing }, 503)
  })
  const api = new Hono<Bindings>()
  api.route(syncPath, createSessionApi(options))
  api.route('/api', createManageApi(options))
  api.route('/api/items', createItemsApi(options))
  api.route('/api/items', createPreviewApi(options))
  api.route('/api/photos', createPhotosApi(options))
  api.route('/api/me', createMeApi({ ...options, toClient }))
  if (identity !== undefined) {
    api.route('/', createIdentityApi(identity, { log, limitSignUps, toClient }))
    api.route(providerSignInPath, createProviderSignIn({ ...identity, limits, shop, toClient }))
  }
  for (const path of [syncPath, '/api/*', `${providerSignInPath}/*`]) api.all(path, refuseUnanswered(api))
  api.all('/api/*', () => {
    throw new ShopError('not-found', problems.notFound)
  })
  app.route('/', api)

  app.get('/photos/:name', createPhotosHandler(options.photos))
  app.route('/', createSiteFiles({ ...options, headers: ownHeaders }))
  app.get('*', staticFiles())
  app.get('*', createPagesHandler({ ...options, headers }))
  app.all('*', () => {
    throw methodNotAllowed(['GET'])
  })
  return app
}
