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

export interface HeaderSettings {
  /** The public address. */
  readonly origin: string
  readonly isPreview: boolean
  /** Whether browsers are told to use https for every other host of this domain, too. */
  readonly hstsSubdomains: boolean
}

/**
 * What a browser asks the visitor's permission for and no page here uses, so that no script or frame makes it ask. Each
 * answer carries these names, so what does no harm is not among them. (w3.org/TR/permissions-policy; Chromium reads it)
 */
const unusedFeatures = [
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'window-management',
]

const permissionsPolicy = [
  'clipboard-write=(self)',
  'web-share=(self)',
  ...unusedFeatures.map((feature) => `${feature}=()`),
].join(', ')

/**
 * Headers of every answer (MDN HTTP Observatory's top mark).
 * HSTS makes sense over https alone; a browser ignores it elsewhere.
 */
export function securityHeaders({
  origin,
  isPreview,
  hstsSubdomains,
}: HeaderSettings): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy,
    ...(!isPreview &&
      origin.startsWith('https:') && {
        'Strict-Transport-Security': `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}`,
      }),
  }
}

/** Of a page that opens a window of another origin to sign in: the two have to be able to talk to each other. */
export const popupHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }

/** Headers of answers that are no pages: nothing may be loaded by them or around them. */
export function closedHeaders(settings: HeaderSettings): Readonly<Record<string, string>> {
  return { ...securityHeaders(settings), 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }
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
