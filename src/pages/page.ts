import type { Store } from '../catalogue/store.ts'
import type { Log } from '../log.ts'

/** What pages are rendered from. */
export interface PageServices {
  readonly store: Store
  readonly log: Log
  readonly shop: PublicShop
}

/** Settings that pages may show; all of them are public. */
export interface PublicShop {
  readonly name: string
  /** International number, digits only. */
  readonly whatsapp: string
  /** URL of the owner's photo profile. */
  readonly instagram: string
  /** Public origin, without a trailing slash: for canonical URLs. */
  readonly origin: string
  /** No public origin is set: the shop runs in a preview environment. */
  readonly isPreview: boolean
  /** Configuration of the browser's identity client. */
  readonly identity: PublicIdentity
}

export interface PublicIdentity {
  readonly apiKey: string
  readonly projectId: string
  /** The host of Firebase's sign-in pages; `null` for the embedded identity service. */
  readonly authDomain: string | null
  /** Origin of a Firebase Authentication emulator; `null` for none. */
  readonly emulatorOrigin: string | null
  /** Whether the embedded identity service is used, at the page's own origin. */
  readonly isEmbedded: boolean
  /** Sign-in providers: through the shop with the embedded service, otherwise in Firebase's window. */
  readonly providers: readonly PublicProvider[]
  /** Path that the page sends the user's ID token to; `null` for none. */
  readonly tokenSyncPath: string | null
}

export interface PublicProvider {
  readonly id: string
  /** The name that visitors see. */
  readonly label: string
}

/**
 * Extra permissions of a page in its content security policy: to call the identity service, to open Firebase's sign-in
 * window, to show photos picked in the browser.
 */
export type PageNeed = 'identity' | 'popup' | 'picked-photos'

/** CSP source expressions for a page's inline elements. */
export interface InlineSources {
  readonly script: readonly string[]
  readonly style: readonly string[]
}

/** A rendered page. `body` is the complete document, or a stream if the store did not respond quickly. */
export interface Page {
  readonly status: number
  readonly body: string | ReadableStream<Uint8Array>
  readonly needs: ReadonlySet<PageNeed>
  /** Hashes of the inline elements if they are constant; `undefined` if they carry the nonce. */
  readonly inline: InlineSources | undefined
}

/** A path without content, found out before rendering: the page at `sameAs` is shown instead. */
export interface MissingPage {
  readonly sameAs: string
}

export interface RenderOptions {
  /** For inline scripts and styles of a document that is streamed or hydrated. */
  readonly nonce: string
  /** Whether to wait for all of the page's data instead of streaming. */
  readonly waitForAll: boolean
}

/**
 * Renders the page at an address from `pageAddress`; `undefined` when it is not an HTML document. Rejects only because
 * of a bug.
 */
export type RenderPage = (address: string, options: RenderOptions) => Promise<Page | MissingPage | undefined>

/** The bundle of the pages. */
export interface PagesModule {
  readonly createPages: (services: PageServices) => RenderPage
}
