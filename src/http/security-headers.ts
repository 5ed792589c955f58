import type { InlineSources } from './page.ts'

export interface PagePolicy {
  /** What the page may have inline. Never made from the finished document: that also holds what strangers wrote. */
  readonly inline: InlineSources
  /** Pictures of items come from anywhere on the web; in a preview environment also without https. */
  readonly isPreview: boolean
  /** Other origins that the page asks for data. */
  readonly connect?: readonly string[]
  /** … that it loads scripts from. */
  readonly script?: readonly string[]
  /** … that it shows in frames. */
  readonly frame?: readonly string[]
  /** Whether it shows pictures that were picked in the browser. */
  readonly picksPhotos?: boolean
}

/**
 * Headers of every answer (MDN HTTP Observatory's top mark).
 * HSTS makes sense over https alone; a browser ignores it elsewhere.
 */
export function securityHeaders({
  origin,
  isPreview,
}: {
  origin: string
  isPreview: boolean
}): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(!isPreview &&
      origin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }),
  }
}

/** Headers of answers that are no pages: nothing may be loaded by them or around them. */
export function closedHeaders(shop: Parameters<typeof securityHeaders>[0]): Readonly<Record<string, string>> {
  return { ...securityHeaders(shop), 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }
}

/** What carries this nonce. */
export function nonceSources(nonce: string): InlineSources {
  const source = `'nonce-${nonce}'`
  return { script: [source], style: [source] }
}

/**
 * A page's content security policy: nothing inline but what the page itself was rendered with, and pictures: the
 * placeholders of photos, which a live list may bring to a page that had none.
 */
export function pagePolicy(policy: PagePolicy): string {
  const { inline, isPreview, connect = [], script = [], frame = [], picksPhotos = false } = policy
  return [
    "default-src 'none'",
    "base-uri 'none'",
    ["connect-src 'self'", ...connect].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(frame.length > 0 ? [`frame-src ${frame.join(' ')}`] : []),
    `img-src 'self' data: https:${isPreview ? ' http:' : ''}${picksPhotos ? ' blob:' : ''}`,
    "manifest-src 'self'",
    ["script-src 'self'", ...inline.script, ...script].join(' '),
    ['style-src', ...inline.style].join(' '),
  ].join('; ')
}
