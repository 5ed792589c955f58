import { sendPasswordResetEmail, signInWithCredential, signInWithEmailAndPassword } from 'firebase/auth'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'
import { beginAtProvider, takeHandover } from './providers/provider-sign-in.ts'

/** What the page to sign in does. Each rejects with an error for `describeAuthError`. */
export interface SignInClient {
  /** Loads what `continueWith` needs to open a window, where it does. A window that is opened later than that tap may be blocked. */
  prepare(): Promise<void>
  signIn(email: string, password: string): Promise<void>
  /** Nobody learns from it whether there is an account of that address. */
  sendReset(email: string): Promise<void>
  /**
   * Signs in with another provider, or begins to.
   *
   * @param next the page to go on to once it is done.
   * @returns where the browser goes on to now: the provider, or that page.
   */
  continueWith(providerId: string, next: string): Promise<string>
  /** Signs in with what a provider has sent the browser back with. */
  finish(state: string): Promise<void>
}

export function openSignInClient(identity: PublicIdentity): SignInClient {
  const auth = openAuth(identity)
  const loadPopup = () => import('./providers/google-popup.ts')
  let popup: Awaited<ReturnType<typeof loadPopup>> | undefined
  return {
    async prepare() {
      if (identity.isEmbedded || identity.providers.length === 0) return
      popup = await loadPopup()
      await popup.prepareWindow(auth)
    },
    async signIn(email, password) {
      await signInWithEmailAndPassword(auth, email, password)
    },
    async sendReset(email) {
      try {
        await sendPasswordResetEmail(auth, email)
      } catch (error) {
        // A project without protection against listing its users says so; this page does not.
        if (!(error instanceof Error && 'code' in error && error.code === 'auth/user-not-found')) throw error
      }
    },
    async continueWith(providerId, next) {
      if (identity.isEmbedded) return beginAtProvider(providerId, next)
      popup ??= await loadPopup()
      await popup.signInAtGoogle(auth)
      return next
    },
    async finish(state) {
      await signInWithCredential(auth, await takeHandover(state))
    },
  }
}
