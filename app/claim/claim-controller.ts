import { managePath, signInPath } from '../../src/domain/page-paths.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import type { FieldName } from '../account/auth-errors.ts'
import { errorMessage, FieldsError } from '../api/localized-error.ts'
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
      if (await sendClaim(request)) return await this.#signIn(request)
      this.update({ isWorking: false, isClaimed: true })
    } catch (error) {
      const errors = error instanceof FieldsError ? await this.#describe(error, request) : {}
      const alert = Object.values(errors).join(' ') || errorMessage(error, this.#messages)
      this.update({ isWorking: false, alert, errors })
    }
  }

  /** The history keeps no page with the code. */
  async #signIn({ email, password }: ClaimRequest): Promise<void> {
    const client = await this.#openClient()
    const next = await client.signIn(email, password).then(
      () => managePath,
      () => signInPath(managePath),
    )
    location.replace(next)
  }

  /** Says what a refused password lacks. */
  async #describe({ fields }: FieldsError, { password }: ClaimRequest): Promise<ClaimState['errors']> {
    const isOwnersRule = fields['password'] === this.#messages.signIn.weakOwnerPassword
    if (fields['password'] === undefined || password === '' || isOwnersRule) return fields
    const client = await this.#openClient()
    const weakness = await client.findWeakness(password, this.#messages.accountAction.policy)
    return { ...fields, password: weakness ?? fields['password'] }
  }

  async #openClient() {
    const { AccountClient } = await import('../account/account-client.ts')
    return new AccountClient(this.#identity)
  }
}
