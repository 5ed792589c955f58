import { hash } from 'node:crypto'

import type { PublicIdentity, ShopSite } from '../../src/pages/page.ts'
import type { PageNeed } from '../root.tsx'
import type { InlineContent } from './inline-content.tsx'

interface PolicyOptions {
  /** Never derived from the finished document, which also contains what strangers wrote. */
  readonly inline: InlineContent
  readonly needs: ReadonlySet<PageNeed>
  readonly shop: Pick<ShopSite, 'identity' | 'isPreview'>
}

/**
 * The headers of a page that depend on what it does: its content security policy, whether it may open a window, and whether
 * its URL is a secret.
 */
export function pageHeaders(options: PolicyOptions): Readonly<Record<string, string>> {
  const { needs, shop } = options
  const opensWindow = needs.has('popup') && shop.identity.authDomain !== null
  return {
    'Content-Security-Policy': pagePolicy(options),
    // The page and Firebase's sign-in window must be able to exchange messages.
    ...(opensWindow && { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }),
    ...(needs.has('secrecy') && { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }),
  }
}

/**
 * No inline elements but those that the page was rendered with, and inline images for placeholders, which the live list
 * can add later. Images of items may come from anywhere; in a preview environment also without https.
 */
function pagePolicy({ inline, needs, shop: { identity, isPreview } }: PolicyOptions): string {
  const { script, style } = sourcesOf(inline)
  const popup = needs.has('popup') ? popupOrigins(identity) : undefined
  return [
    "default-src 'none'",
    "base-uri 'none'",
    ["connect-src 'self'", ...(needs.has('identity') ? identityOrigins(identity) : [])].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(popup ? [`frame-src ${popup.frame}`] : []),
    `img-src 'self' data: https:${isPreview ? ' http:' : ''}${needs.has('picked-photos') ? ' blob:' : ''}`,
    "manifest-src 'self'",
    ["script-src 'self'", ...script, ...(popup ? [popup.script] : [])].join(' '),
    `style-src ${style}`,
  ].join('; ')
}

/** Source expressions for the inline elements. */
function sourcesOf({ styles, earlyScript, scripts, nonce }: InlineContent): {
  script: readonly string[]
  style: string
} {
  if (nonce !== undefined) return { script: [`'nonce-${nonce}'`], style: `'nonce-${nonce}'` }
  const codes = [earlyScript, ...scripts.map(({ code }) => code)]
  return { script: codes.map(hashSource), style: hashSource(styles) }
}

function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** Origins of the identity service that a page calls, other than the shop's own. */
function identityOrigins({ isEmbedded, emulatorOrigin }: PublicIdentity): readonly string[] {
  if (isEmbedded) return []
  if (emulatorOrigin !== null) return [emulatorOrigin]
  return ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

/**
 * Origins for a page that opens Firebase's sign-in window: a script of Google's that talks to the window, and a frame
 * of the project's host that receives its messages (`_loadGapi` and `_openIframe` in firebase-js-sdk, packages/auth).
 */
function popupOrigins({ authDomain, emulatorOrigin }: PublicIdentity) {
  if (authDomain === null) return undefined
  return { script: 'https://apis.google.com', frame: emulatorOrigin ?? `https://${authDomain}` }
}
