import type { Store } from '../catalogue/store.ts'
import type { Log } from '../log.ts'

/** What pages are made from. */
export interface PageServices {
  readonly store: Store
  readonly log: Log
  readonly shop: PublicShop
}

/** What a page may say of the shop; all of it public. */
export interface PublicShop {
  readonly name: string
  /** International number, digits alone. */
  readonly whatsapp: string
  /** Address of the maker's social photo profile. */
  readonly instagram: string
  /** Where the shop is reached, without a slash at its end: for canonical addresses. */
  readonly origin: string
  /** Nobody set a public address: the shop runs in a preview environment. */
  readonly isPreview: boolean
  /** What the browser's identity client is started with. */
  readonly identity: PublicIdentity
}

export interface PublicIdentity {
  readonly apiKey: string
  readonly projectId: string
  /** The host of Firebase's own pages for signing in; `null` where the identity service is our own. */
  readonly authDomain: string | null
  /** Where an emulator stands in for Firebase Authentication; `null` for none. */
  readonly emulatorOrigin: string | null
  /** Whether the identity service is our own, at whatever origin the page has. */
  readonly isEmbedded: boolean
  /** Where else visitors can sign in: through the shop where the service is our own, or else in Firebase's own window. */
  readonly providers: readonly PublicProvider[]
  /** Where the page sends the ID token of who is signed in, on the shop's own origin; `null` for nowhere. */
  readonly tokenSyncPath: string | null
}

export interface PublicProvider {
  readonly id: string
  /** What visitors know it by. */
  readonly label: string
}

/**
 * What a page needs beyond what every page may do, for its content security policy: to talk to the identity service; to
 * open the window that Firebase has for signing in with other providers, where there is one; to show photos that are
 * picked in the browser.
 */
export type PageNeed = 'identity' | 'popup' | 'picked-photos'

/** CSP source expressions that allow a page's inline elements. */
export interface InlineSources {
  readonly script: readonly string[]
  readonly style: readonly string[]
}

/**
 * One rendered page. `body` is the whole document as text, or, where the store kept the page waiting for longer than a
 * moment, a stream that begins with what there is.
 */
export interface Page {
  readonly status: number
  readonly body: string | ReadableStream<Uint8Array>
  readonly needs: ReadonlySet<PageNeed>
  /** The hashes of all that is inline, where that is constant; `undefined`: what is inline carries the nonce. */
  readonly inline: InlineSources | undefined
}

/** There is nothing at the address, which was found out before anything was rendered: the page at another one says so. */
export interface MissingPage {
  readonly sameAs: string
}

export interface RenderOptions {
  /** For the inline scripts and styles of a document that is streamed, or comes to life as a React app. */
  readonly nonce: string
  /** Whether to wait for all of the page's data, however long it takes. */
  readonly isPatient: boolean
}

/**
 * Renders the page at an address as `pageAddress` gives it; `undefined` when there is no HTML document at it. Rejects
 * only by a fault of ours.
 */
export type RenderPage = (address: string, options: RenderOptions) => Promise<Page | MissingPage | undefined>

/** The pages' bundle. */
export interface PagesModule {
  readonly createPages: (services: PageServices) => RenderPage
}
