import { sendPasswordResetEmail, signInWithEmailAndPassword } from 'firebase/auth'

import type { PublicIdentity } from '../../src/http/page.ts'
import { openAuth } from './auth.ts'

/** What the page to sign in does. Each rejects with an error of the identity client, for `adviseOn`. */
export interface SignInClient {
  signIn(email: string, password: string): Promise<void>
  /** Nobody learns from it whether there is an account of that address. */
  sendReset(email: string): Promise<void>
}

export function openSignInClient(identity: PublicIdentity): SignInClient {
  const auth = openAuth(identity)
  return {
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
  }
}
