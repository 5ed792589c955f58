import type { Context } from 'hono'

import type { Caller, Device } from '../application.ts'
import { createBrowserCookie } from './browser-cookie.ts'

/** The longest that browsers keep a cookie. (draft-ietf-httpbis-rfc6265bis, 5.5) */
const maxAgeSeconds = 400 * 24 * 3_600

/**
 * The device cookie of the browser that sends a request (`tokens/devices.ts`). Only pages of this origin have one: other
 * clients would not send it again, and each of their sign-ins would end the cookie of a browser.
 */
export function readDevice(context: Context<{ Bindings: Caller }>): {
  readonly device?: Device
  readonly save: () => void
} {
  if (!isFromOwnPage(context)) return { save: () => {} }
  const cookie = createBrowserCookie(context.env, { name: 'device', sameSite: 'Strict', maxAgeSeconds })
  let next: string | undefined
  return {
    device: { secret: cookie.read(context), keep: (secret) => void (next = secret) },
    /** Sets the cookie that the method has given, if any. Call it once the method has succeeded. */
    save: () => void (next !== undefined && cookie.write(context, next)),
  }
}

/** Browsers say it in `Sec-Fetch-Site`; on connections that are not secure, they send at least `Origin`. */
function isFromOwnPage({ req }: Context): boolean {
  const site = req.header('Sec-Fetch-Site')
  return site === undefined ? req.header('Origin') !== undefined : site === 'same-origin'
}
