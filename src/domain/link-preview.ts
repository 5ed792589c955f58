/** The preview that WhatsApp shows for a shared link. */
export interface LinkBubble {
  readonly title: string
  readonly description: string
  /** The host name, without `www.`. */
  readonly host: string
  /** An absolute URL; `null` if WhatsApp shows no picture. */
  readonly imageUrl: string | null
}

export type LinkFaultCode =
  | 'page-unreachable'
  | 'page-slow'
  | 'page-moved'
  | 'page-refused'
  | 'page-not-html'
  | 'head-too-long'
  | 'no-title'
  | 'brand-in-title'
  | 'no-description'
  | 'description-too-long'
  | 'url-not-canonical'
  | 'no-picture'
  | 'several-pictures'
  | 'picture-not-absolute'
  | 'picture-unreachable'
  | 'picture-slow'
  | 'picture-refused'
  | 'picture-too-large'
  | 'picture-heavy'
  | 'picture-not-readable'
  | 'picture-damaged'
  | 'picture-type'
  | 'picture-too-small'
  | 'picture-too-narrow'
  | 'picture-not-lasting'

/** A fault in a link preview: `code` for programs, `message` for the owner, which says what to do. */
export interface LinkFault {
  readonly code: LinkFaultCode
  readonly message: string
}

/** A link as WhatsApp shows it, and its faults. */
export interface LinkPreview {
  readonly bubble: LinkBubble
  readonly faults: readonly LinkFault[]
}

/**
 * WhatsApp's rules for a link with a preview (developers.facebook.com, business-messaging/whatsapp/link-previews,
 * 21 May 2026).
 */
export const linkRules = {
  /** How much of a page is read; its `<head>` must be complete by then. */
  pageBytes: 300_000,
  /** In characters; about 80 are shown. */
  description: 100,
  pictureBytes: 600_000,
  /** In pixels. */
  pictureWidth: 300,
  /** The longer side divided by the shorter one. */
  pictureAspect: 4,
  /** How long the crawler waits for a response. */
  timeoutMs: 10_000,
} as const
