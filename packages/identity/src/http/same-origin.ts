import { parseUrl } from '../parse-url.ts'

export interface SameOriginOptions {
  /** The application's origin. */
  readonly origin: string
  /** Whether the application answers at any address that reaches it: `Origin` may be that of `Host` then. */
  readonly allowsAnyHost: boolean
}

/**
 * Whether a request comes from a page of the application, or from a program that is no browser.
 *
 * Browsers say which page asks: in `Sec-Fetch-Site`, or in `Origin` on connections that are not secure. A client that
 * sends neither is not a browser, and has no cookies of a user. (w3c.github.io/webappsec-fetch-metadata)
 */
export function isSameOrigin(headers: Headers, { origin, allowsAnyHost }: SameOriginOptions): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  const asking = headers.get('Origin')
  if (asking === null || asking === origin) return true
  return allowsAnyHost && parseUrl(asking)?.host === headers.get('Host')
}

/** Whether a page of another site asks: neither one of the application, nor the user in the address bar, nor a program. */
export function isFromOtherSite(headers: Headers, options: SameOriginOptions): boolean {
  return headers.get('Sec-Fetch-Site') !== 'none' && !isSameOrigin(headers, options)
}
