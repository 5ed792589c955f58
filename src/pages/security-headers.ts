import type { InlineSources } from './page.ts'

export interface PagePolicy {
  /** Allowed inline elements. Never derived from the finished document, which also contains what strangers wrote. */
  readonly inline: InlineSources
  /** Images of items may come from anywhere; in a preview environment also without https. */
  readonly isPreview: boolean
  /** Other origins that the page sends requests to. */
  readonly connect?: readonly string[]
  /** Other origins that the page loads scripts from. */
  readonly script?: readonly string[]
  /** Other origins that the page shows in frames. */
  readonly frame?: readonly string[]
  /** Whether the page shows photos picked in the browser. */
  readonly picksPhotos?: boolean
}

export interface HeaderSettings {
  /** The public origin. */
  readonly origin: string
  readonly isPreview: boolean
  /** Whether HSTS includes subdomains. */
  readonly hstsSubdomains: boolean
}

/**
 * Browser features that require the visitor's permission and that no page uses, so no script or frame may ask for them.
 * Every response carries these names, so harmless features are left out. (w3.org/TR/permissions-policy; Chromium
 * supports it)
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
 * Headers of every response (top grade in MDN HTTP Observatory). HSTS works over https only; browsers ignore it
 * elsewhere.
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

/** For a page that opens a window of another origin to sign in: the two must be able to exchange messages. */
export const popupHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }

/** Headers of responses that are not pages: they may load nothing and not be framed. */
export function nonPageHeaders(settings: HeaderSettings): Readonly<Record<string, string>> {
  return { ...securityHeaders(settings), 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }
}

/** Allows elements with this nonce. */
export function nonceSources(nonce: string): InlineSources {
  const source = `'nonce-${nonce}'`
  return { script: [source], style: [source] }
}

/**
 * A page's content security policy: no inline elements but those it was rendered with, and inline images for
 * placeholders, which the live list can add later.
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
