export interface HeaderSettings {
  /** The public origin; `undefined` in a preview environment. */
  readonly origin: string | undefined
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
export function securityHeaders({ origin, hstsSubdomains }: HeaderSettings): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': permissionsPolicy,
    ...(origin?.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=63072000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

/** Headers of responses that are not pages: they may load nothing and not be framed. */
export function nonPageHeaders(settings: HeaderSettings): Readonly<Record<string, string>> {
  return { ...securityHeaders(settings), 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" }
}
