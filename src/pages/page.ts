import type { CatalogueSearch } from '../catalogue/search/catalogue-search.ts'
import type { Store } from '../catalogue/store.ts'
import type { Language } from '../domain/language.ts'
import type { ShopSettings } from '../domain/shop-settings.ts'
import type { Log } from '../log.ts'
import type { Messages } from '../messages/english.ts'

/** What pages are rendered from. */
export interface PageServices {
  readonly store: Store
  readonly search: CatalogueSearch
  readonly log: Log
  /** The shop as it is now: owners change its settings while it runs. Its texts are in a language, or in its first one. */
  readonly shop: (language?: Language) => PublicShop
  /** The texts of a language, with the owners' corrections. */
  readonly messagesIn: (language: Language) => Messages
  /** Whether the shop has ever had an owner. Rejects with ShopError `storage-unavailable`. */
  readonly isClaimed: () => Promise<boolean>
}

/** What pages may show of the shop; all of it is public. */
export interface PublicShop
  extends ShopSite, Omit<ShopSettings, 'whatsapp' | 'whoMayAdd' | 'corrections' | 'translations' | 'categoryNames'> {
  /** What categories are called in the language of the page, by their keys; no others. */
  readonly categoryNames: Readonly<Record<string, string>>
  /**
   * International number, digits only: in a preview environment the specification's, if the shop has none of its own.
   * `null`: a public shop has none, and no page links to a chat.
   */
  readonly whatsapp: string | null
  /** The number of its own as people write it, such as `+94 77 123 4567`; empty for none. */
  readonly whatsappText: string
  /** The number for calls as people write it; empty for none, as `phone` is then. */
  readonly phoneText: string
}

/** Where the shop is, and how to sign in: the same for as long as it runs. */
export interface ShopSite {
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
  /** Whether a user who has forgotten the password can be e-mailed a link. */
  readonly sendsMail: boolean
  /** Path that the page sends the user's ID token to; `null` for none. */
  readonly tokenSyncPath: string | null
}

export interface PublicProvider {
  readonly id: string
  /** The name that visitors see. */
  readonly label: string
}

export interface RenderOptions {
  /** The language of the page. The address of the request has no prefix. */
  readonly language: Language
  /** Whether to wait for all of the page's data instead of streaming. */
  readonly waitForAll: boolean
}

/**
 * Renders the page at an address from `pageAddress`. A page has its own `Content-Security-Policy`; a response without
 * one is not a page. It has a `Content-Length`, unless it is streamed because the store did not respond quickly. A
 * redirect with status 302 names the page to show instead, for an address without content; one with 308 is sent to the
 * client. The header `Shown-Items` has the ids of the items
 * that the page shows in addition to its own. Rejects only because of a bug.
 */
export type RenderPage = (request: Request, options: RenderOptions) => Promise<Response>

/** The bundle of the pages. */
export interface PagesModule {
  readonly createPages: (services: PageServices) => RenderPage
}
