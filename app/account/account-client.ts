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
import type { PublicIdentity } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'

type PolicyTexts = BrowserMessages['accountAction']['policy']

/** A link in an e-mail, parsed. */
export interface ActionLink {
  readonly mode: ActionMode
  readonly code: string
  /** The whole link. */
  readonly href: string
  /** The path to continue at afterwards. */
  readonly next: string
}

export interface ActionLinkInfo {
  /** The account's address; `null` for a sign-in link. */
  readonly email: string | null
  /** The rules for a new password, as text. */
  readonly passwordRules: string
}

/** By the identity client's name for the action. It has one more, which this shop does not use. */
const modes: Readonly<Record<string, ActionMode | undefined>> = actionModes

/** What the page does with an action link. Everything rejects with an error for `describeAuthError`. */
export class AccountClient {
  readonly #auth: ReturnType<typeof openAuth>

  constructor(identity: PublicIdentity) {
    this.#auth = openAuth(identity)
  }

  /** Checks the link without using it. */
  async check({ mode, code }: ActionLink, policy: PolicyTexts): Promise<ActionLinkInfo> {
    const { operation, data } = await checkActionCode(this.#auth, code)
    if (modes[operation] !== mode) throw Object.assign(new Error(mode), { code: 'auth/invalid-action-code' })
    const passwordRules =
      mode === 'resetPassword' ? describePolicy((await validatePassword(this.#auth, '')).passwordPolicy, policy) : ''
    return { email: data.email ?? null, passwordRules }
  }

  /** Uses the link. `input` is the new password, or the e-mail address to sign in with. */
  async apply({ mode, code, href }: ActionLink, input: string): Promise<void> {
    if (mode === 'resetPassword') await confirmPasswordReset(this.#auth, code, input)
    else if (mode === 'signIn') await signInWithEmailLink(this.#auth, input, href)
    else await applyActionCode(this.#auth, code)
  }

  async sendReset(email: string): Promise<void> {
    await sendPasswordResetEmail(this.#auth, email)
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
