import { browserPopupRedirectResolver, GoogleAuthProvider, signInWithPopup } from 'firebase/auth?own-copy'
import type { Auth } from 'firebase/auth'

/** Signs in with Google in Firebase's own window. Rejects with an error for `adviseOn`. */
export async function signInAtGoogle(auth: Auth): Promise<void> {
  await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver)
}
