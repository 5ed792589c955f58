import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithPopup,
  type UserCredential,
} from 'firebase/auth?own-copy'

// The package's own copy keeps the code for the popup out of the pages without it. (`scripts/vite/own-copy.ts`)

/** The internal interface of the client's popup resolver. (`PopupRedirectResolverInternal` in firebase-js-sdk) */
interface Resolver {
  /** Loads Google's script and the project's iframe, which receives the popup's result. Runs once, unless it fails. */
  _initialize(auth: Auth): Promise<unknown>
}

const BrowserResolver = browserPopupRedirectResolver as unknown as new () => Resolver

const resolver = new BrowserResolver()

/** The client creates an instance of the class that it is given: `new PreparedResolver()` returns the prepared one. */
const PreparedResolver = new Proxy(BrowserResolver, { construct: () => resolver })

/**
 * Loads what the popup needs, so that `signInWithGoogle` can open it synchronously. Browsers block a popup that is not
 * opened by a user's action: Safari at once, others after a few seconds.
 */
export async function preparePopup(auth: Auth): Promise<void> {
  await resolver._initialize(auth)
}

/** Signs in with Google in Firebase's popup. Rejects with an error for `describeAuthError`. */
export function signInWithGoogle(auth: Auth): Promise<UserCredential> {
  return signInWithPopup(auth, new GoogleAuthProvider(), PreparedResolver)
}
