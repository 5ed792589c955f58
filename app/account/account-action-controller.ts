import { actionModes, type ActionMode } from '../../src/domain/action-codes.ts'
import { homePath, managePath, signInPagePath } from '../../src/domain/page-paths.ts'
import { safeRedirectPath } from '../../src/domain/safe-redirect-path.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { Observable } from '../ui/observable.ts'
import type { AccountClient, ActionLink, ActionLinkInfo } from './account-client.ts'
import { describeAuthError, type FieldName } from './auth-errors.ts'

export interface CheckedLink {
  readonly link: ActionLink
  readonly info: ActionLinkInfo
  readonly client: AccountClient
}

interface ActionState {
  /**
   * `check-failed`: checking the link failed and may be tried again. `used`: it was used before, or has expired.
   * `invalid`: it cannot be used.
   */
  readonly step: 'checking' | 'check-failed' | 'ready' | 'working' | 'done' | 'used' | 'invalid'
  /** `undefined` if a part is missing, as in a truncated link. */
  readonly link?: ActionLink | undefined
  readonly checked?: CheckedLink
  readonly alert?: string | undefined
  /** What is wrong with the input. */
  readonly error?: string | undefined
  /** While an e-mail with a link is asked for. */
  readonly isSending?: boolean
}

/** The input field of each action that has one. */
const fieldOf: Readonly<Partial<Record<ActionMode, FieldName>>> = { resetPassword: 'password', signIn: 'email' }

/** Where to continue without a `continueUrl`. */
const defaultNextPaths: Readonly<Record<ActionMode, string>> = {
  resetPassword: managePath,
  verifyEmail: homePath,
  verifyAndChangeEmail: signInPagePath,
  recoverEmail: homePath,
  signIn: homePath,
}

/** The page of an action link: checks the link first, and uses it only on submit. */
export class AccountActionController extends Observable<ActionState> {
  readonly #identity: PublicIdentity
  readonly #messages: BrowserMessages

  constructor(identity: PublicIdentity, messages: BrowserMessages) {
    super({ step: 'checking' })
    this.#identity = identity
    this.#messages = messages
  }

  readonly check = async (): Promise<void> => {
    this.update({ step: 'checking', alert: undefined })
    const { incomplete, policy } = this.#messages.accountAction
    const link = parseActionLink(location.href)
    this.update({ link })
    if (link === undefined) return this.update({ step: 'invalid', alert: incomplete })
    try {
      const { AccountClient } = await import('./account-client.ts')
      const client = new AccountClient(this.#identity)
      const checked = await client.check(link, policy)
      const info = isLinkOfOwner(link) ? { ...checked, passwordRules: policy.owner } : checked
      this.update({ step: 'ready', checked: { link, client, info } })
    } catch (failure) {
      const { message, reaction } = describeAuthError(failure, this.#messages)
      const steps = {
        'try-again': 'check-failed',
        wait: 'check-failed',
        'start-over': 'used',
        'sign-in-again': 'invalid',
      } as const
      this.update({ step: steps[reaction], alert: message })
    }
  }

  async apply(checked: CheckedLink, input: string): Promise<void> {
    const { link, client } = checked
    const { mode } = link
    const texts = this.#messages.accountAction
    const field = fieldOf[mode]
    if (input === '' && field) return this.#fail(field === 'password' ? texts.noPassword : texts.noEmail, true)
    this.update({ step: 'working', alert: undefined, error: undefined })
    try {
      await client.apply(link, input)
    } catch (failure) {
      const advice = describeAuthError(failure, this.#messages)
      const isAboutInput = field !== undefined && advice.field === field
      const message =
        isAboutInput && mode === 'resetPassword'
          ? await client.explainRefusal(advice.message, input, this.#messages)
          : advice.message
      this.update({ step: advice.reaction === 'start-over' ? 'used' : 'ready' })
      return this.#fail(message, isAboutInput)
    }
    if (mode === 'resetPassword' && (await this.#signIn(checked, input))) return location.replace(link.next)
    this.update({ step: 'done', alert: texts[mode].done })
  }

  /** For a user who did not make the account: the link is not used. Its code would make the address count as theirs. */
  disown(alert: string): void {
    this.update({ step: 'done', alert, error: undefined })
  }

  async sendReset({ client }: CheckedLink, email: string): Promise<void> {
    if (this.get().isSending) return
    this.update({ alert: undefined, isSending: true })
    try {
      await client.sendReset(email)
      this.update({ alert: this.#messages.accountAction.recoverEmail.resetSent })
    } catch (failure) {
      this.#fail(describeAuthError(failure, this.#messages).message, false)
    }
    this.update({ isSending: false })
  }

  /** Whether the user is signed in with the password that was just set. If not, the page leads to the sign-in page. */
  async #signIn({ client, info }: CheckedLink, password: string): Promise<boolean> {
    if (info.email === null) return false
    return client.signIn(info.email, password).then(
      () => true,
      () => false,
    )
  }

  #fail(message: string, isAboutInput: boolean): void {
    this.update({ alert: message, ...(isAboutInput && { error: message }) })
  }
}

/** Whether it is a link of `owner add` or `owner reset`: they lead on to the page for owners. */
function isLinkOfOwner({ href, next }: ActionLink): boolean {
  return next === managePath && new URL(href).searchParams.has('continueUrl')
}

/** Parses the page's URL; `undefined` if a part is missing, as in a truncated link. */
function parseActionLink(href: string): ActionLink | undefined {
  const { searchParams, origin } = new URL(href)
  const mode = Object.values(actionModes).find((name) => name === searchParams.get('mode'))
  const code = searchParams.get('oobCode')
  if (mode === undefined || !code) return undefined
  const next = safeRedirectPath(searchParams.get('continueUrl') ?? '', origin) ?? defaultNextPaths[mode]
  const created = new Date(searchParams.get('accountCreatedAt') ?? '')
  return { mode, code, href, next, accountCreatedAt: Number.isNaN(created.getTime()) ? undefined : created }
}
