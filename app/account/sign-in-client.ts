import { sendPasswordResetEmail, signInWithCredential, signInWithEmailAndPassword } from 'firebase/auth'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'
import { keepMarkAfterSignIn } from './keep-mark-after-sign-in.ts'
import { redeemAnswer, startAuthorization } from './providers/provider-sign-in.ts'

const loadPopup = () => import('./providers/google-popup.ts')

/** What the sign-in page does. Everything rejects with an error for `describeAuthError`. */
export class SignInClient {
  readonly #identity: PublicIdentity
  #popup: Awaited<ReturnType<typeof loadPopup>> | undefined

  constructor(identity: PublicIdentity) {
    this.#identity = identity
  }

  /** Loads what `signInWithProvider` needs to open a popup: browsers block a popup that opens later than the tap. */
  async prepare(): Promise<void> {
    if (this.#identity.isEmbedded || this.#identity.providers.length === 0) return
    this.#popup = await loadPopup()
    await this.#popup.preparePopup(openAuth(this.#identity))
  }

  async signIn(email: string, password: string): Promise<void> {
    await signInWithEmailAndPassword(openAuth(this.#identity), email, password)
    await keepMarkAfterSignIn(this.#identity)
  }

  /** Does not reveal whether the address has an account. */
  async sendReset(email: string): Promise<void> {
    try {
      await sendPasswordResetEmail(openAuth(this.#identity), email)
    } catch (error) {
      // A Firebase project without e-mail enumeration protection reveals this; this page must not.
      if (!(error instanceof Error && 'code' in error && error.code === 'auth/user-not-found')) throw error
    }
  }

  /**
   * Signs in with another provider, or starts to.
   *
   * @param next the path to continue at afterwards.
   * @returns the URL to go to now: the provider's, or that path.
   */
  async signInWithProvider(providerId: string, next: string): Promise<string> {
    if (this.#identity.isEmbedded) return startAuthorization(providerId, next)
    this.#popup ??= await loadPopup()
    await this.#popup.signInWithGoogle(openAuth(this.#identity))
    await keepMarkAfterSignIn(this.#identity)
    return next
  }

  /** Completes the sign-in when the provider has redirected back. */
  async handleCallback(answer: string): Promise<void> {
    await signInWithCredential(openAuth(this.#identity), await redeemAnswer(answer))
    await keepMarkAfterSignIn(this.#identity)
  }
}
