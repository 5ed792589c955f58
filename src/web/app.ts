import type { Caller, Identity } from '@stockinette/identity'
import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'
import { Hono, type Context } from 'hono'

import { createItemsApi } from '../catalogue/items-api.ts'
import { createManageApi } from '../catalogue/manage-api.ts'
import type { Store } from '../catalogue/store.ts'
import { ShopError } from '../domain/errors.ts'
import { createLinkPreviewApi } from '../link-preview/link-preview-api.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import type { Access } from '../owners/access.ts'
import { createMeApi } from '../owners/me-api.ts'
import type { Permissions } from '../owners/permissions.ts'
import { createSessionApi, sessionPath } from '../owners/token-sync.ts'
import { createGeneratedFiles } from '../pages/generated-files.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { PublicShop, RenderPage } from '../pages/page.ts'
import { createPagesHandler } from '../pages/pages.ts'
import { nonPageHeaders, securityHeaders } from '../pages/security-headers.ts'
import type { PhotoLibrary } from '../photos/photo-library.ts'
import { createPhotosApi } from '../photos/photos-api.ts'
import type { RemoteCopies } from '../photos/remote-copy/remote-copies.ts'
import { createPhotosHandler } from '../photos/serve-photos.ts'
import type { Uploads } from '../photos/uploads.ts'
import { answerFrom } from './answer-from.ts'
import type { Bindings } from './bindings.ts'
import { clientAddress } from './middleware/client-address.ts'
import { toErrorResponse } from './middleware/error-response.ts'
import { checkMethod, methodNotAllowed } from './middleware/method-not-allowed.ts'
import { logRequests, requestLineRate } from './middleware/request-log.ts'
import type { Limits } from './shop-limits.ts'
import { staticFiles } from './static-files.ts'

export interface AppOptions {
  readonly access: Access
  readonly cache: PageCache
  readonly copies: RemoteCopies
  /** See `Backend`. */
  readonly endSessions: (uid: string, caller: Caller) => Promise<void>
  /** `undefined` in cloud mode, where browsers use Firebase. */
  readonly identity: Identity | undefined
  readonly limits: Limits
  /** See `HeaderSettings`. */
  readonly hstsSubdomains: boolean
  /** Where the shop listens, as reachable from this machine. */
  readonly listener: { readonly host: string; readonly port: number }
  readonly log: Log
  readonly photos: PhotoLibrary
  readonly permissions: Permissions
  /** See `Backend`. */
  readonly noteContributor: ((uid: string) => void) | undefined
  /** If false, nothing is limited. */
  readonly rateLimits: boolean
  readonly render: RenderPage
  readonly shop: PublicShop
  readonly store: Store
  /** See `Backend`. */
  readonly trouble: () => string | undefined
  readonly trustedProxies: number
  readonly uploads: Uploads
}

/** All routes and middleware of the server, in order. */
export function createApp(options: AppOptions): Hono<Bindings> {
  const { hstsSubdomains, identity, log, rateLimits, shop, trouble, trustedProxies } = options
  const headers = securityHeaders({ ...shop, hstsSubdomains })
  const errorHeaders = nonPageHeaders({ ...shop, hstsSubdomains })
  const toCaller = (context: Context<Bindings>) => ({
    address: clientAddress(context, trustedProxies),
    origin: shop.origin,
  })
  const syncPath = shop.identity.tokenSyncPath ?? sessionPath
  const app = new Hono<Bindings>()

  app.use(logRequests(log, createRateLimits({ enabled: rateLimits }).overall(requestLineRate)))
  app.onError((error) => toErrorResponse(error, log, errorHeaders))
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(errorHeaders)) context.header(name, value)
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
  api.route('/api/items', createLinkPreviewApi(options))
  api.route('/api/photos', createPhotosApi(options))
  api.route('/api/me', createMeApi({ ...options, toCaller }))
  if (identity !== undefined) {
    const answer = answerFrom((context) => identity.fetch(context.req.raw, toCaller(context)))
    for (const path of identity.paths) api.all(path, answer)
  }
  for (const path of [syncPath, '/api/*']) api.all(path, checkMethod(api))
  api.all('/api/*', () => {
    throw new ShopError('not-found', problems.notFound)
  })
  app.route('/', api)

  app.get('/photos/:name', createPhotosHandler(options.photos))
  app.route('/', createGeneratedFiles({ ...options, headers: errorHeaders }))
  app.get('*', staticFiles())
  app.get('*', createPagesHandler({ ...options, headers }))
  app.all('*', () => {
    throw methodNotAllowed(['GET'])
  })
  return app
}
