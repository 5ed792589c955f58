import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  signInWithEmailLink,
  validatePassword,
} from 'firebase/auth'
import type { PasswordPolicy } from 'firebase/auth'

import { actionModes } from '../../src/domain/action-codes.ts'
import type { ActionMode } from '../../src/domain/action-codes.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'
import type { AccountLink } from './action-link.ts'

type PolicyTexts = BrowserMessages['accountAction']['policy']

/** What a link does. Each rejects with an error of the identity client, for `describeAuthError`. */
export interface AccountClient {
  /** Whom the link is for, and what a password must have. */
  look(link: AccountLink): Promise<LinkFacts>
  /** Does it. `typed` is the new password or the address to sign in with, where the link asks for one. */
  act(link: AccountLink, typed: string): Promise<void>
  sendReset(email: string): Promise<void>
}

export interface LinkFacts {
  /** Of a link to sign in with, nobody is told. */
  readonly email: string | null
  /** Words for a new password. */
  readonly needs: string
}

/** By what the identity client calls a purpose; it knows of one more, which no link of this shop has. */
const modes: Readonly<Record<string, ActionMode | undefined>> = actionModes

export function openAccountClient(identity: PublicShop['identity'], policy: PolicyTexts): AccountClient {
  const client = openAuth(identity)
  return {
    async look({ mode, code }) {
      const { operation, data } = await checkActionCode(client, code)
      if (modes[operation] !== mode) throw Object.assign(new Error(mode), { code: 'auth/invalid-action-code' })
      const needs =
        mode === 'resetPassword' ? describePolicy((await validatePassword(client, '')).passwordPolicy, policy) : ''
      return { email: data.email ?? null, needs }
    },
    async act({ mode, code, href }, typed) {
      if (mode === 'resetPassword') await confirmPasswordReset(client, code, typed)
      else if (mode === 'signIn') await signInWithEmailLink(client, typed, href)
      else await applyActionCode(client, code)
    },
    sendReset: (email) => sendPasswordResetEmail(client, email),
  }
}

function describePolicy({ customStrengthOptions: asked }: PasswordPolicy, policy: PolicyTexts): string {
  const parts = [
    asked.minPasswordLength && policy.minLength(asked.minPasswordLength),
    asked.maxPasswordLength && policy.maxLength(asked.maxPasswordLength),
    asked.containsLowercaseLetter && policy.lowercase,
    asked.containsUppercaseLetter && policy.uppercase,
    asked.containsNumericCharacter && policy.digit,
    asked.containsNonAlphanumericCharacter && policy.other,
  ]
  return policy.needs(parts.filter(Boolean).join(', '))
}
