import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  validatePassword,
  type Auth,
  type PasswordPolicy,
  type PasswordValidationStatus,
} from 'firebase/auth'

import { actionModes, type ActionMode } from '../../src/domain/action-codes.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { openAuth } from '../session/auth.ts'
import { keepMarkAfterSignIn } from './keep-mark-after-sign-in.ts'
import { redeemAnswer, startAuthorization } from './providers/provider-sign-in.ts'

type PolicyTexts = BrowserMessages['accountAction']['policy']

/** A link in an e-mail, parsed. */
export interface ActionLink {
  readonly mode: ActionMode
  readonly code: string
  /** The whole link. */
  readonly href: string
  /** The path to continue at afterwards. */
  readonly next: string
  /** When the account was made, in a link of the shop's own identity service to confirm an address. */
  readonly accountCreatedAt: Date | undefined
}

export interface ActionLinkInfo {
  /** The account's address; `null` for a sign-in link. */
  readonly email: string | null
  /** The rules for a new password, as text. */
  readonly passwordRules: string
}

/** By the identity client's name for the action. It has one more, which this shop does not use. */
const modes: Readonly<Record<string, ActionMode | undefined>> = actionModes

/** What the client's public interface lacks. (`AuthInternal` in firebase-js-sdk) */
interface InternalAuth extends Auth {
  /** Where the user is stored, once `authStateReady` has resolved: `NONE` in memory. */
  _getPersistenceType(): string
}

const loadPopup = () => import('./providers/google-popup.ts')

/** What a page does with an action link, and to sign in. Everything rejects with an error for `describeAuthError`. */
export class AccountClient {
  readonly #identity: PublicIdentity
  readonly #auth: Auth
  #popup: Awaited<ReturnType<typeof loadPopup>> | undefined

  constructor(identity: PublicIdentity) {
    this.#identity = identity
    this.#auth = openAuth(identity)
  }

  /** Rejects in a browser that blocks all storage: the next page would not have the user. */
  async requireStorage(): Promise<void> {
    await this.#auth.authStateReady()
    if ((this.#auth as InternalAuth)._getPersistenceType() !== 'NONE') return
    throw Object.assign(new Error('No storage.'), { code: 'auth/web-storage-unsupported' })
  }

  /** Checks the link without using it. */
  async check({ mode, code }: ActionLink, policy: PolicyTexts): Promise<ActionLinkInfo> {
    const { operation, data } = await checkActionCode(this.#auth, code)
    if (modes[operation] !== mode) throw Object.assign(new Error(mode), { code: 'auth/invalid-action-code' })
    const passwordRules =
      mode === 'resetPassword'
        ? describeNeeds((await validatePassword(this.#auth, '')).passwordPolicy.customStrengthOptions, policy)
        : ''
    return { email: data.email ?? null, passwordRules }
  }

  /** What a refused password lacks, as text. @param refusal what the server says, if nothing more is known. */
  async explainRefusal(refusal: string, password: string, messages: BrowserMessages): Promise<string> {
    const { policy } = messages.accountAction
    if (refusal === messages.signIn.weakOwnerPassword) return refusal
    const status = await validatePassword(this.#auth, password).catch(() => undefined)
    const rules = status && describeRules(unmetRules(status), policy)
    return rules ? fill(policy.lacks, { parts: rules }) : refusal
  }

  /** Uses the link. `input` is the new password, or the e-mail address to sign in with. */
  async apply({ mode, code, href }: ActionLink, input: string): Promise<void> {
    if (mode === 'signIn') await this.requireStorage()
    if (mode === 'resetPassword') await confirmPasswordReset(this.#auth, code, input)
    else if (mode === 'signIn') await signInWithEmailLink(this.#auth, input, href)
    else await applyActionCode(this.#auth, code)
    if (mode === 'signIn') await keepMarkAfterSignIn(this.#identity)
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.requireStorage()
    await signInWithEmailAndPassword(this.#auth, email, password)
    await keepMarkAfterSignIn(this.#identity)
  }

  /** Does not reveal whether the address has an account. */
  async sendReset(email: string): Promise<void> {
    try {
      await sendPasswordResetEmail(this.#auth, email)
    } catch (error) {
      // A Firebase project without e-mail enumeration protection reveals this; this page must not.
      if (!(error instanceof Error && 'code' in error && error.code === 'auth/user-not-found')) throw error
    }
  }

  /** Loads what `signInWithProvider` needs to open a popup: browsers block a popup that opens later than the tap. */
  async prepare(): Promise<void> {
    if (this.#identity.isEmbedded || this.#identity.providers.length === 0) return
    ;[this.#popup] = await Promise.all([loadPopup(), this.requireStorage()])
    await this.#popup.preparePopup(this.#auth)
  }

  /**
   * Signs in with another provider, or starts to.
   *
   * @param next the path to continue at afterwards.
   * @returns the URL to go to now: the provider's, or that path.
   */
  async signInWithProvider(providerId: string, next: string): Promise<string> {
    if (!this.#popup) await this.requireStorage() // `prepare` has not checked it.
    if (this.#identity.isEmbedded) return startAuthorization(providerId, next)
    this.#popup ??= await loadPopup()
    await this.#popup.signInWithGoogle(this.#auth)
    await keepMarkAfterSignIn(this.#identity)
    return next
  }

  /** Completes the sign-in when the provider has redirected back. */
  async handleCallback(answer: string): Promise<void> {
    await this.requireStorage()
    await signInWithCredential(this.#auth, await redeemAnswer(answer))
    await keepMarkAfterSignIn(this.#identity)
  }
}

type Rules = PasswordPolicy['customStrengthOptions']

/** The rules that a password does not meet. */
function unmetRules({ passwordPolicy, ...status }: PasswordValidationStatus): Rules {
  const { minPasswordLength, maxPasswordLength } = passwordPolicy.customStrengthOptions
  return {
    ...(status.meetsMinPasswordLength === false && { minPasswordLength }),
    ...(status.meetsMaxPasswordLength === false && { maxPasswordLength }),
    containsLowercaseLetter: status.containsLowercaseLetter === false,
    containsUppercaseLetter: status.containsUppercaseLetter === false,
    containsNumericCharacter: status.containsNumericCharacter === false,
    containsNonAlphanumericCharacter: status.containsNonAlphanumericCharacter === false,
  }
}

function describeNeeds(rules: Rules, policy: PolicyTexts): string {
  const needs = fill(policy.needs, { parts: describeRules(rules, policy) })
  return needs.charAt(0).toUpperCase() + needs.slice(1)
}

function describeRules(rules: Rules, policy: PolicyTexts): string {
  const parts = [
    rules.minPasswordLength && fill(policy.minLength, { count: rules.minPasswordLength }),
    rules.maxPasswordLength && fill(policy.maxLength, { count: rules.maxPasswordLength }),
    rules.containsLowercaseLetter && policy.lowercase,
    rules.containsUppercaseLetter && policy.uppercase,
    rules.containsNumericCharacter && policy.digit,
    rules.containsNonAlphanumericCharacter && policy.other,
  ]
  return parts.filter(Boolean).join(', ')
}
