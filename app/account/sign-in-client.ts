import { sendPasswordResetEmail, signInWithCredential, signInWithEmailAndPassword } from 'firebase/auth'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'
import { startAuthorization, redeemState } from './providers/provider-sign-in.ts'

/** What the sign-in page does. Everything rejects with an error for `describeAuthError`. */
export interface SignInClient {
  /** Loads what `continueWith` needs to open a popup: browsers block a popup that opens later than the tap. */
  prepare(): Promise<void>
  signIn(email: string, password: string): Promise<void>
  /** Does not reveal whether the address has an account. */
  sendReset(email: string): Promise<void>
  /**
   * Signs in with another provider, or starts to.
   *
   * @param next the path to continue at afterwards.
   * @returns the URL to go to now: the provider's, or that path.
   */
  signInWithProvider(providerId: string, next: string): Promise<string>
  /** Completes the sign-in when the provider has redirected back. */
  handleCallback(state: string): Promise<void>
}

export function openSignInClient(identity: PublicIdentity): SignInClient {
  const auth = openAuth(identity)
  const loadPopup = () => import('./providers/google-popup.ts')
  let popup: Awaited<ReturnType<typeof loadPopup>> | undefined
  return {
    async prepare() {
      if (identity.isEmbedded || identity.providers.length === 0) return
      popup = await loadPopup()
      await popup.preparePopup(auth)
    },
    async signIn(email, password) {
      await signInWithEmailAndPassword(auth, email, password)
    },
    async sendReset(email) {
      try {
        await sendPasswordResetEmail(auth, email)
      } catch (error) {
        // A Firebase project without e-mail enumeration protection reveals this; this page must not.
        if (!(error instanceof Error && 'code' in error && error.code === 'auth/user-not-found')) throw error
      }
    },
    async signInWithProvider(providerId, next) {
      if (identity.isEmbedded) return startAuthorization(providerId, next)
      popup ??= await loadPopup()
      await popup.signInWithGoogle(auth)
      return next
    },
    async handleCallback(state) {
      await signInWithCredential(auth, await redeemState(state))
    },
  }
}
