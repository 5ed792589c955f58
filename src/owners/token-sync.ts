import { Hono, type Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { decodeJwt } from 'jose'

import { ShopError } from '../domain/errors.ts'
import { problems } from '../messages/messages.ts'
import type { ShopSite } from '../pages/page.ts'
import type { Bindings } from '../web/bindings.ts'
import { requireSameOrigin } from '../web/middleware/same-origin.ts'
import type { Access } from './access.ts'

/** Where tokens are synced unless another path is set. */
export const sessionPath = '/__session'

/** The only cookie that Firebase Hosting passes to a backend. (firebase.google.com/docs/hosting/manage-cache) */
const cookieName = '__session'

export interface SessionApiOptions {
  readonly access: Access
  readonly shop: ShopSite
}

/**
 * The token sync: `POST /` with an ID token as bearer stores it in a cookie until it expires, `DELETE /` removes the
 * cookie. Both answer 204.
 *
 * The cookie authorises nothing: every change needs the bearer token, which a page of another site does not have. No
 * cached page may depend on it (docs/decisions/0003-page-cache.md).
 */
export function createSessionApi({ access, shop }: SessionApiOptions) {
  const api = new Hono<Bindings>()

  api.all('/', async (context, next) => {
    if (shop.identity.tokenSyncPath === null) throw new ShopError('not-found', problems.notFound)
    requireSameOrigin(context, shop)
    context.header('Cache-Control', 'no-store')
    await next()
  })

  const answerWith = (context: Context, idToken: string, maxAge: number) => {
    setSessionCookie(context, shop, idToken, maxAge)
    return context.body(null, 204)
  }
  api.post('/', async (context) => {
    const authorization = context.req.header('Authorization') ?? ''
    await access.identify(authorization, context.get('clientAddress'))
    const idToken = authorization.slice('Bearer '.length).trim()
    return answerWith(context, idToken, secondsLeft(idToken))
  })
  api.delete('/', (context) => answerWith(context, '', 0))
  return api
}

/** Removes the cookie when a session ends in another way. */
export function dropSessionCookie(context: Context, shop: ShopSite): void {
  if (shop.identity.tokenSyncPath !== null) setSessionCookie(context, shop, '', 0)
}

/** Nothing reads the cookie, so its path is the sync path: it is not sent with other requests. */
function setSessionCookie(context: Context, { origin, identity }: ShopSite, idToken: string, maxAge: number): void {
  const common = { httpOnly: true, sameSite: 'Lax', secure: origin.startsWith('https:') } as const
  setCookie(context, cookieName, idToken, { ...common, path: identity.tokenSyncPath ?? sessionPath, maxAge })
  setCookie(context, cookieName, '', { ...common, path: '/', maxAge: 0 }) // Earlier versions set it there.
}

/** Seconds until a verified token expires; 0 if it just did. */
function secondsLeft(idToken: string): number {
  const { exp = 0 } = decodeJwt(idToken)
  return Math.max(0, Math.floor(exp - Date.now() / 1000))
}
