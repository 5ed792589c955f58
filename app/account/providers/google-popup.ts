import { browserPopupRedirectResolver, GoogleAuthProvider, signInWithPopup } from 'firebase/auth?own-copy'
import type { Auth, UserCredential } from 'firebase/auth'

/** What the client's resolver of popups is, beneath a type without members. (`PopupRedirectResolverInternal` in firebase-js-sdk) */
interface Resolver {
  /** Loads Google's script and the project's frame, by which the window answers; once, unless that fails. */
  _initialize(auth: Auth): Promise<unknown>
}

const BrowserResolver = browserPopupRedirectResolver as unknown as new () => Resolver

const resolver = new BrowserResolver()

/** The client makes itself a resolver of the class that it is given; of this one it gets the one that is prepared. */
const PreparedResolver = new Proxy(BrowserResolver, { construct: () => resolver })

/**
 * Loads what the window needs. Once it is here, `signInAtGoogle` opens the window without waiting for anything, as
 * browsers open one only as part of what the visitor did: Safari, and others after a few seconds, keep it closed.
 */
export async function prepareWindow(auth: Auth): Promise<void> {
  await resolver._initialize(auth)
}

/** Signs in with Google in Firebase's own window. Rejects with an error for `describeAuthError`. */
export function signInAtGoogle(auth: Auth): Promise<UserCredential> {
  return signInWithPopup(auth, new GoogleAuthProvider(), PreparedResolver)
}
