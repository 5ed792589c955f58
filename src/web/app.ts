import { Hono, type Context, type Handler } from 'hono'

import type { Backend } from '../backend.ts'
import { createItemsApi } from '../catalogue/items-api.ts'
import { createCategoriesApi, createManageApi } from '../catalogue/manage-api.ts'
import { createSearchLimit, type SearchLimit } from '../catalogue/search-limit.ts'
import { createSuggestionsApi } from '../catalogue/suggestions-api.ts'
import { ShopError } from '../domain/errors.ts'
import { photosOfSettings } from '../domain/shop-settings.ts'
import { createLinkPreviewApi } from '../link-preview/link-preview-api.ts'
import type { Log } from '../log.ts'
import { problems } from '../messages/messages.ts'
import { createClaimApi } from '../owners/claim-api.ts'
import { createMeApi } from '../owners/me-api.ts'
import { createNoticesApi } from '../owners/notices/notices-api.ts'
import { createSessionApi, sessionPath } from '../owners/token-sync.ts'
import { createGeneratedFiles } from '../pages/generated-files.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { PublicShop, RenderPage, ShopSite } from '../pages/page.ts'
import { createPagesHandler } from '../pages/pages.ts'
import { reportSettings } from '../pages/public-shop.ts'
import { createQrCodesHandler } from '../pages/qr-codes.ts'
import { nonPageHeaders, securityHeaders, type HeaderSettings } from '../pages/security-headers.ts'
import { createPhotosApi } from '../photos/photos-api.ts'
import { createPhotosHandler } from '../photos/serve-photos.ts'
import { carryNames, createCategoryNamesApi } from '../shop-settings/category-names-api.ts'
import { createSettingsApi } from '../shop-settings/settings-api.ts'
import { createWordsApi } from '../shop-settings/words-api.ts'
import type { Bindings } from './bindings.ts'
import { createHealthHandler, type HealthOptions } from './health.ts'
import { noteClientAddress } from './middleware/client-address.ts'
import { createFaultLog, toErrorResponse } from './middleware/error-response.ts'
import { checkMethod, methodNotAllowed } from './middleware/method-not-allowed.ts'
import { warnOfUnknownAddresses } from './middleware/proxy-warning.ts'
import { logRequests } from './middleware/request-log.ts'
import { refuseOtherSites } from './middleware/same-origin.ts'
import type { Limits } from './shop-limits.ts'
import { staticFiles } from './static-files.ts'

/** What the URLs of the server need. */
export interface AppOptions {
  readonly backend: Backend
  readonly limits: Limits
  /** How many proxies in front of the shop add to `X-Forwarded-For`. */
  readonly trustedProxies: number
  readonly cache: PageCache
  readonly render: RenderPage
  readonly site: ShopSite
  /** Whether pages of every site may call the shop, as those under test do. */
  readonly isTestMode: boolean
  /** The shop as it is now. */
  readonly shop: () => PublicShop
  /** Where the shop listens, as reachable from this machine. */
  readonly listener: { readonly host: string; readonly port: number }
  readonly headers: HeaderSettings
  readonly log: Log
  readonly health: Pick<HealthOptions, 'dataDir' | 'openPages'>
}

/** All routes and middleware of the server, in order. */
export function createApp(options: AppOptions): Hono<Bindings> {
  const { backend, limits, trustedProxies, cache, render, site, shop, log } = options
  const { store, search, photos, settings } = backend
  const headers = nonPageHeaders(options.headers)
  const limitSearch = createSearchLimit({ search, limits })
  const app = new Hono<Bindings>()

  app.use(noteClientAddress(trustedProxies))
  app.use(logRequests({ log, lines: limits.requestLines }))
  app.use(warnOfUnknownAddresses({ log, trustedProxies }))
  const logFault = createFaultLog(log)
  app.onError((error) => toErrorResponse(error, logFault, headers))
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    await next()
  })
  if (!options.isTestMode) app.use(refuseOtherSites(site))
  app.get('/healthz', createHealthHandler({ ...options.health, ...backend }))
  app.route('/', createApi(options, limitSearch))
  const findUsed = async (id: string) =>
    photosOfSettings(shop()).find((photo) => photo.id === id) ?? (await search.findPhoto(id))
  app.get('/photos/:name', createPhotosHandler({ photos: photos.library, findUsed, limits }))
  app.get('/qr/:file', createQrCodesHandler(shop, limitSearch))
  app.route('/', createGeneratedFiles({ cache, headers, site, shop, messagesIn: settings.messagesIn, search }))
  app.get('*', staticFiles())
  const pageHeaders = securityHeaders(options.headers)
  app.get('*', createPagesHandler({ render, cache, site, shop, store, limits, limitSearch, headers: pageHeaders }))
  app.all('*', () => {
    throw methodNotAllowed(['GET'])
  })
  return app
}

/** Everything that programs call: the API of the shop and that of the identity service. */
function createApi(options: AppOptions, limitSearch: SearchLimit): Hono<Bindings> {
  const { backend, limits, cache, site, shop, listener, log } = options
  const { access, permissions, store, search, photos, identity, notify } = backend
  const settings = backend.settings.store
  const checks = { access, permissions, limits }
  const catalogue = { store, search, recordContributor: backend.recordContributor }
  const itemPhotos = { photos: photos.library, copies: photos.copies, log }
  const syncPath = site.identity.tokenSyncPath ?? sessionPath
  const api = new Hono<Bindings>()
  api.route(syncPath, createSessionApi({ access, shop: site }))
  api.route(
    '/api',
    createManageApi({
      ...checks,
      ...itemPhotos,
      ...catalogue,
      backupStatus: backend.backupStatus,
      settingsReport: () => reportSettings(shop()),
    }),
  )
  api.route(
    '/api/manage/categories',
    createCategoriesApi({ ...checks, ...catalogue, carryNames: (from, to) => carryNames(settings, from, to), log }),
  )
  api.route('/api/suggestions', createSuggestionsApi(catalogue))
  api.route('/api/manage/shop', createSettingsApi({ ...checks, settings, photos: photos.library, notify, log }))
  api.route('/api/manage/category-names', createCategoryNamesApi({ ...checks, settings }))
  api.route('/api/manage/words', createWordsApi({ ...checks, settings }))
  api.route('/api/manage/notices', createNoticesApi({ ...checks, notices: backend.notices }))
  api.route('/api/items', createItemsApi({ ...checks, ...itemPhotos, ...catalogue, limitSearch }))
  api.route('/api/items', createLinkPreviewApi({ ...checks, store, site, shop, listener }))
  api.route('/api/photos', createPhotosApi({ ...checks, photos: photos.library, uploads: photos.uploads }))
  const onClaimed = () => cache.clear(shop().languages.length)
  api.route('/api/claim', createClaimApi({ firstClaim: backend.firstClaim, limits, onClaimed }))
  api.route('/api/me', createMeApi({ ...checks, endSessions: backend.endSessions, shop: site }))
  if (identity !== undefined) {
    const answer = answerFrom((context) =>
      identity.fetch(context.req.raw, { address: context.get('clientAddress'), origin: site.origin }),
    )
    for (const path of identity.paths) api.all(path, answer)
  }
  for (const path of [syncPath, '/api/*']) api.all(path, checkMethod(api))
  api.all('/api/*', () => {
    throw new ShopError('not-found', problems.notFound)
  })
  return api
}

/**
 * A handler that answers with the response of another service. The headers that the shop sets on every response are kept,
 * unless the service sets them itself. Responses are small: they are sent as a whole, with their length.
 */
function answerFrom(respond: (context: Context<Bindings>) => Promise<Response>): Handler<Bindings> {
  return async (context) => {
    const response = await respond(context)
    const body = response.body === null ? null : await response.text()
    return context.newResponse(body, response)
  }
}
