import { managePath, signInPath } from '../../src/domain/page-paths.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import type { AccountClient } from '../account/account-client.ts'
import type { FieldName } from '../account/auth-errors.ts'
import { errorMessage, FieldsError, LocalizedError } from '../api/localized-error.ts'
import { Observable } from '../ui/observable.ts'
import { sendClaim, type ClaimRequest } from './claim-client.ts'

interface ClaimState {
  readonly isWorking: boolean
  /** Somebody else, or another tab, has claimed the shop since the page was rendered. */
  readonly isClaimed: boolean
  readonly alert?: string | undefined
  /** By field. */
  readonly errors: Readonly<Partial<Record<FieldName, string>>>
}

/** The page of the claim link. After the claim, the browser is signed in and continues at the page for owners. */
export class ClaimController extends Observable<ClaimState> {
  readonly #identity: PublicIdentity
  readonly #messages: BrowserMessages

  constructor(identity: PublicIdentity, messages: BrowserMessages) {
    super({ isWorking: false, isClaimed: false, errors: {} })
    this.#identity = identity
    this.#messages = messages
  }

  async claim(request: ClaimRequest): Promise<void> {
    const { isWorking } = this.get()
    if (isWorking) return
    this.update({ isWorking: true, alert: undefined, errors: {} })
    try {
      // First: once the shop is claimed, nothing may be missing.
      await this.#claim(await this.#openClient(), request)
    } catch (error) {
      this.update({ isWorking: false, alert: errorMessage(error, this.#messages) })
    }
  }

  async #claim(client: AccountClient, request: ClaimRequest): Promise<void> {
    try {
      if (await sendClaim(request)) return await this.#signIn(client, request)
      this.update({ isWorking: false, isClaimed: true })
    } catch (error) {
      if (!(error instanceof FieldsError)) throw error
      const errors = await this.#describe(client, error, request)
      this.update({ isWorking: false, alert: Object.values(errors).join(' '), errors })
    }
  }

  /** The history keeps no page with the code. */
  async #signIn(client: AccountClient, { email, password }: ClaimRequest): Promise<void> {
    const next = await client.signIn(email, password).then(
      () => managePath,
      () => signInPath(managePath),
    )
    location.replace(next)
  }

  /** Says what a refused password lacks. */
  async #describe(
    client: AccountClient,
    { fields }: FieldsError,
    { password }: ClaimRequest,
  ): Promise<ClaimState['errors']> {
    const isOwnersRule = fields['password'] === this.#messages.signIn.weakOwnerPassword
    if (fields['password'] === undefined || password === '' || isOwnersRule) return fields
    const weakness = await client.findWeakness(password, this.#messages.accountAction.policy)
    return { ...fields, password: weakness ?? fields['password'] }
  }

  async #openClient(): Promise<AccountClient> {
    try {
      const module = await import('../account/account-client.ts')
      return new module.AccountClient(this.#identity)
    } catch (cause) {
      throw new LocalizedError(({ problems }) => problems.noConnection, { cause })
    }
  }
}
