import { managePath } from '../../src/domain/page-paths.ts'
import { safeRedirectPath } from '../../src/domain/safe-redirect-path.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { withTimeout } from '../api/timeouts.ts'
import { Observable } from '../ui/observable.ts'
import type { AccountClient } from './account-client.ts'
import { describeAuthError, type FieldName } from './auth-errors.ts'

/** How long the provider buttons stay disabled while the popup's code loads, in milliseconds. */
const prepareTimeoutMs = 10_000

export type Credentials = Readonly<Record<FieldName, string>>

interface SignInState {
  readonly isWorking: boolean
  /** Whether a tap can open a popup at once. */
  readonly isPrepared: boolean
  readonly alert?: string | undefined
  /** By field. */
  readonly errors: Partial<Credentials>
}

/** The sign-in page. After signing in, the browser continues at `next`. */
export class SignInController extends Observable<SignInState> {
  readonly #identity: PublicIdentity
  readonly #messages: BrowserMessages
  #client: AccountClient | undefined

  constructor(identity: PublicIdentity, messages: BrowserMessages) {
    super({ isWorking: false, isPrepared: false, errors: {} })
    this.#identity = identity
    this.#messages = messages
  }

  /**
   * Loads the client, and completes a sign-in from which a provider has redirected back.
   *
   * @returns a function to call when the page is left.
   */
  start(): () => void {
    const answer = consumeAnswer()
    if (answer !== undefined) void this.#signIn((client) => client.handleCallback(answer))
    // If loading fails, the tap that needs it tries again and shows the error.
    void withTimeout(prepareTimeoutMs, this.#prepare())
      .catch(() => undefined)
      .then(() => this.update({ isPrepared: true }))
    // The back/forward cache restores the page as it was: busy.
    const resume = ({ persisted }: PageTransitionEvent) => persisted && this.update({ isWorking: false })
    addEventListener('pageshow', resume)
    return () => removeEventListener('pageshow', resume)
  }

  async signIn({ email, password }: Credentials): Promise<void> {
    if (email === '') return this.#fail(this.#messages.signInPage.noEmail, 'email')
    if (password === '') return this.#fail(this.#messages.signInPage.noPassword, 'password')
    await this.#signIn((client) => client.signIn(email, password), ['email', 'password'])
  }

  async sendReset({ email }: Pick<Credentials, 'email'>): Promise<void> {
    const { noEmail, resetSent } = this.#messages.signInPage
    if (email === '') return this.#fail(noEmail, 'email')
    const send = async (client: AccountClient) => {
      await client.sendReset(email)
      this.update({ alert: resetSent, isWorking: false })
    }
    await this.#work(send, ['email'])
  }

  async continueWith(providerId: string): Promise<void> {
    await this.#work(async (client) => location.assign(await client.signInWithProvider(providerId, nextPath())))
  }

  async #open(): Promise<AccountClient> {
    const { AccountClient } = await import('./account-client.ts')
    return (this.#client ??= new AccountClient(this.#identity))
  }

  async #prepare(): Promise<void> {
    await (await this.#open()).prepare()
  }

  async #signIn(act: (client: AccountClient) => Promise<void>, sent?: readonly FieldName[]): Promise<void> {
    await this.#work(async (client) => {
      await act(client)
      location.assign(nextPath())
    }, sent)
  }

  /**
   * Runs `act`, synchronously if the client is loaded: browsers allow a popup only within the tap. The page stays busy
   * until the browser has left it.
   *
   * @param sent the fields that an error may be about.
   */
  async #work(act: (client: AccountClient) => Promise<void>, sent: readonly FieldName[] = []): Promise<void> {
    this.update({ alert: undefined, errors: {}, isWorking: true })
    try {
      await act(this.#client ?? (await this.#open()))
    } catch (failure) {
      const { message, field } = describeAuthError(failure, this.#messages)
      this.#fail(message, field && sent.includes(field) ? field : undefined)
    }
  }

  #fail(text: string, field?: FieldName): void {
    this.update({ alert: text, errors: field === undefined ? {} : { [field]: text }, isWorking: false })
  }
}

/** Takes a provider's answer out of the page's URL when the provider has redirected back. */
function consumeAnswer(): string | undefined {
  const answer = new URLSearchParams(location.hash.slice(1)).get('handover')
  if (answer === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return answer
}

/** The path to continue at after signing in: `next`, or the page for owners. */
export function nextPath(): string {
  return safeRedirectPath(new URLSearchParams(location.search).get('next') ?? '', location.origin) ?? managePath
}
