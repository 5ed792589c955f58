import type { Client } from '@stockinette/identity/context.ts'
import { createIdentityApi } from '@stockinette/identity/http/identity-api.ts'
import { createProviderSignIn, providerSignInPath } from '@stockinette/identity/http/provider-sign-in.ts'
import type { Identity } from '@stockinette/identity/identity.ts'
import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { Hono } from 'hono'
import type { Context } from 'hono'

import type { Access } from '../access/access.ts'
import type { Permissions } from '../access/permissions.ts'
import { ShopError } from '../domain/errors.ts'
import { problems } from '../domain/messages.ts'
import type { Log } from '../log/log.ts'
import type { PictureCopies } from '../photos/copy/picture-copies.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import type { Uploads } from '../photos/uploads.ts'
import type { Store } from '../store/store.ts'
import { createSessionApi, sessionPath } from '../web/token-sync.ts'
import { createItemsApi } from './api/items.ts'
import { createManageApi } from './api/manage.ts'
import { createMeApi } from './api/me.ts'
import { createPhotosApi } from './api/photos.ts'
import { createPreviewApi } from './api/preview.ts'
import type { Bindings } from './bindings.ts'
import { clientAddress } from './client-address.ts'
import type { Limits } from './limits.ts'
import type { PageCache } from './page-cache.ts'
import type { PublicShop, RenderPage } from './page.ts'
import { createPagesHandler } from './pages.ts'
import { createPhotosHandler } from './photos.ts'
import { problemAnswer } from './problem.ts'
import { methodNotAllowed, refuseUnanswered } from './refuse-unanswered.ts'
import { logRequests, requestLines } from './request-log.ts'
import { closedHeaders, securityHeaders } from './security-headers.ts'
import { createSiteFiles } from './site-files.ts'
import { staticFiles } from './static-files.ts'

export interface AppOptions {
  readonly access: Access
  readonly cache: PageCache
  readonly copies: PictureCopies
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
