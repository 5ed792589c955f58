import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  signInWithEmailLink,
  validatePassword,
  type PasswordPolicy,
} from 'firebase/auth'

import { actionModes, type ActionMode } from '../../src/domain/action-codes.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicShop } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'
import type { ActionLink } from './action-link.ts'

type PolicyTexts = BrowserMessages['accountAction']['policy']

/** What the page does with an action link. Everything rejects with an error for `describeAuthError`. */
export interface AccountClient {
  /** Checks the link without using it. */
  check(link: ActionLink): Promise<ActionLinkInfo>
  /** Uses the link. `input` is the new password, or the e-mail address to sign in with. */
  apply(link: ActionLink, input: string): Promise<void>
  sendReset(email: string): Promise<void>
}

export interface ActionLinkInfo {
  /** `null` for a sign-in link. */
  readonly email: string | null
  /** The rules for a new password, as text. */
  readonly passwordRules: string
}

/** By the identity client's name for the action. It has one more, which this shop does not use. */
const modes: Readonly<Record<string, ActionMode | undefined>> = actionModes

export function openAccountClient(identity: PublicShop['identity'], policy: PolicyTexts): AccountClient {
  const client = openAuth(identity)
  return {
    async check({ mode, code }) {
      const { operation, data } = await checkActionCode(client, code)
      if (modes[operation] !== mode) throw Object.assign(new Error(mode), { code: 'auth/invalid-action-code' })
      const passwordRules =
        mode === 'resetPassword' ? describePolicy((await validatePassword(client, '')).passwordPolicy, policy) : ''
      return { email: data.email ?? null, passwordRules }
    },
    async apply({ mode, code, href }, input) {
      if (mode === 'resetPassword') await confirmPasswordReset(client, code, input)
      else if (mode === 'signIn') await signInWithEmailLink(client, input, href)
      else await applyActionCode(client, code)
    },
    sendReset: (email) => sendPasswordResetEmail(client, email),
  }
}

function describePolicy({ customStrengthOptions: rules }: PasswordPolicy, policy: PolicyTexts): string {
  const parts = [
    rules.minPasswordLength && policy.minLength(rules.minPasswordLength),
    rules.maxPasswordLength && policy.maxLength(rules.maxPasswordLength),
    rules.containsLowercaseLetter && policy.lowercase,
    rules.containsUppercaseLetter && policy.uppercase,
    rules.containsNumericCharacter && policy.digit,
    rules.containsNonAlphanumericCharacter && policy.other,
  ]
  return policy.needs(parts.filter(Boolean).join(', '))
}
