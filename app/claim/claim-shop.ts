import { managePath, signInPath } from '../../src/domain/page-paths.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import type { AccountClient } from '../account/account-client.ts'
import { describeAuthError } from '../account/auth-errors.ts'
import type { Credentials } from '../account/sign-in-controller.ts'
import { sendRequest, toApiError } from '../api/api-client.ts'
import { errorMessage, FieldsError, LocalizedError } from '../api/localized-error.ts'

interface ClaimRequest extends Credentials {
  /** Of the link. */
  readonly code: string
}

/** What the page says after a claim, unless the browser leaves it. */
export interface ClaimAnswer {
  /** Somebody else, or another tab, has claimed the shop since the page was rendered. */
  readonly isClaimed?: boolean
  readonly alert?: string | undefined
  /** By field. */
  readonly errors: Partial<Credentials>
}

/**
 * Makes the first owner of the shop, and signs in.
 *
 * @returns `undefined` once the browser continues at the page for owners.
 */
export async function claimShop(
  request: ClaimRequest,
  identity: PublicIdentity,
  messages: BrowserMessages,
): Promise<ClaimAnswer | undefined> {
  try {
    // First: once the shop is claimed, nothing may be missing.
    const client = await openClient(identity)
    const response = await sendRequest({ method: 'POST', path: '/api/claim', body: request })
    if (response.status === 409) return { isClaimed: true, errors: {} }
    if (response.isOk) return await signIn(client, request)
    const error = toApiError(response)
    if (!(error instanceof FieldsError)) throw error
    const errors: { password?: string } = { ...error.fields }
    if (errors.password !== undefined && request.password !== '') {
      errors.password = await client.explainRefusal(errors.password, request.password, messages)
    }
    return { alert: Object.values(errors).join(' '), errors }
  } catch (error) {
    return { alert: errorMessage(error, messages), errors: {} }
  }
}

async function openClient(identity: PublicIdentity): Promise<AccountClient> {
  const { AccountClient } = await import('../account/account-client.ts').catch((cause: unknown) => {
    throw new LocalizedError(({ problems }) => problems.noConnection, { cause })
  })
  const client = new AccountClient(identity)
  await client.requireStorage().catch((cause: unknown) => {
    throw new LocalizedError((messages) => describeAuthError(cause, messages).message, { cause })
  })
  return client
}

/** Signs in and leaves the page, which has the code: the history does not keep it. */
async function signIn(client: AccountClient, { email, password }: ClaimRequest): Promise<undefined> {
  const next = await client.signIn(email, password).then(
    () => managePath,
    () => signInPath(managePath),
  )
  location.replace(next)
}
