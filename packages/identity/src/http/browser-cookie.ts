import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import type { Caller } from '../application.ts'

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
