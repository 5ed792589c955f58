import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { Caller, Device } from '../application.ts'

export interface BrowserCookieOptions {
  readonly name: string
  readonly sameSite: 'Lax' | 'Strict'
  readonly maxAgeSeconds: number
}

/** A cookie that no script can read, and over https no other host can set (`__Host-`). */
export function createBrowserCookie({ origin }: Caller, { name, sameSite, maxAgeSeconds }: BrowserCookieOptions) {
  const isSecure = origin.startsWith('https:')
  const set = (context: Context, value: string, maxAge: number): void => {
    const options = { httpOnly: true, sameSite, path: '/', maxAge } as const
    if (isSecure) setCookie(context, name, value, { ...options, secure: true, prefix: 'host' })
    else setCookie(context, name, value, options)
  }
  return {
    read: (context: Context): string | undefined =>
      isSecure ? getCookie(context, name, 'host') : getCookie(context, name),
    write: (context: Context, value: string): void => set(context, value, maxAgeSeconds),
    remove: (context: Context): void => set(context, '', 0),
  }
}

/** The longest that browsers keep a cookie. (draft-ietf-httpbis-rfc6265bis, 5.5) */
const deviceMaxAgeSeconds = 400 * 24 * 3_600

/**
 * The device cookie of the browser that sends a request (`tokens/devices.ts`). Only pages of this origin have one: other
 * clients would not send it again, and each of their sign-ins would end the cookie of a browser.
 */
export function readDevice(context: Context<{ Bindings: Caller }>): {
  readonly device?: Device
  readonly save: () => void
} {
  if (!isFromOwnPage(context)) return { save: () => {} }
  const cookie = createBrowserCookie(context.env, {
    name: 'device',
    sameSite: 'Strict',
    maxAgeSeconds: deviceMaxAgeSeconds,
  })
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
