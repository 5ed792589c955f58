import { ServiceError } from '../errors.ts'

export interface SameOriginOptions {
  /** The application's origin. */
  readonly origin: string
  /** Whether the application answers at any address that reaches it: `Origin` may be that of `Host` then. */
  readonly allowsAnyHost: boolean
}

/**
 * Protects what uses a cookie against other sites' pages (CSRF).
 *
 * Browsers say which page asks: in `Sec-Fetch-Site`, or in `Origin` on connections that are not secure. A client that
 * sends neither is not a browser, and has no cookies of a user.
 *
 * @throws ServiceError `other-origin`.
 */
export function requireSameOrigin(request: Request, options: SameOriginOptions): void {
  if (isSameOrigin(request.headers, options)) return
  throw new ServiceError('other-origin', 'Only the shop’s own pages may ask for this.')
}

function isSameOrigin(headers: Headers, { origin, allowsAnyHost }: SameOriginOptions): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  const asking = headers.get('Origin')
  if (asking === null || asking === origin) return true
  return allowsAnyHost && URL.parse(asking)?.host === headers.get('Host')
}
