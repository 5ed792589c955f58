import { auditRefusal } from '../abuse/audit-refusal.ts'
import { settleLink, settleSignIn, UnconfirmedAddress } from '../accounts/account-linking.ts'
import type { Settled } from '../accounts/account-linking.ts'
import { tellOfChange } from '../action-codes/code-mail.ts'
import type { Client } from '../caller.ts'
import type { Service, SignedIn } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { toConfirmation, toIdpAnswer } from '../federation/idp-answer.ts'
import { readIdpRequest } from '../federation/idp-request.ts'
import type { IdpRequest } from '../federation/idp-request.ts'
import type { ProviderUser } from '../federation/provider-user.ts'
import { signIn } from '../sign-in.ts'
import { getRecent } from '../tokens/recent-sign-in.ts'

/**
 * `accounts:signInWithIdp`: signs in whoever another provider says that they are, or links them to the account of a given
 * ID token. (identity-platform: REST, accounts.signInWithIdp)
 *
 * @throws IdentityError `FEDERATED_USER_ID_ALREADY_LINKED`, `EMAIL_EXISTS`, `EMAIL_NOT_FOUND`, `USER_DISABLED`,
 * `INVALID_PENDING_TOKEN`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when an account is to be linked, and what `readIdpRequest`, `Providers.identify` and `getSignedIn` throw.
 */
export async function signInWithIdp(service: Service, input: unknown, client: Client) {
  const request = readIdpRequest(input)
  const user = await identify(service, request, client)
  const answer = toIdpAnswer(user, request.credential)
  const linkTo = request.idToken ? await getRecent(service, request.idToken) : undefined
  try {
    const { settled, tokens } = await auditRefusal(
      service,
      client,
      { uid: linkTo?.account.uid, method: user.providerId },
      () => settle(service, user, linkTo, request.mayCreate),
    )
    note(service, client, user, settled)
    if (settled.before !== undefined) await tellOfChange(service, settled.before, settled.account, client)
    const pendingToken = request.returnsCredential ? await service.pendingTokens.issue(user) : undefined
    return { ...answer, ...toAccountFields(user, settled), ...tokens, pendingToken }
  } catch (error) {
    if (error instanceof UnconfirmedAddress) {
      return { ...answer, ...toConfirmation(error.owner), pendingToken: await service.pendingTokens.issue(user) }
    }
    if (!(error instanceof IdentityError) || !request.returnsCredential || !isForTryingAgain(error)) throw error
    return { ...answer, pendingToken: await service.pendingTokens.issue(user), errorMessage: error.message }
  }
}

async function identify(service: Service, { credential }: IdpRequest, client: Client): Promise<ProviderUser> {
  return auditRefusal(service, client, { method: 'idp' }, async () => {
    if (!('pendingToken' in credential)) return service.providers.identify(credential)
    const user = await service.pendingTokens.verify(credential.pendingToken)
    service.providers.require(user.providerId)
    return user
  })
}

async function settle(service: Service, user: ProviderUser, linkTo: SignedIn | undefined, mayCreate: boolean) {
  let settled: Settled | undefined
  const { account, tokens } = await signIn(service, { provider: user.providerId }, () => {
    settled = linkTo === undefined ? settleSignIn(service, user, mayCreate) : settleLink(service, user, linkTo)
    return settled.account
  })
  return { settled: { ...(settled as Settled), account }, tokens }
}

function toAccountFields(user: ProviderUser, { account, isNewUser, emailRecycled }: Settled) {
  return {
    localId: account.uid,
    emailVerified: user.email !== null && user.email === account.email ? account.emailVerified : user.emailVerified,
    isNewUser: isNewUser || undefined,
    emailRecycled: emailRecycled || undefined,
  }
}

function note({ audit }: Service, client: Client, { providerId }: ProviderUser, settled: Settled): void {
  const details = { uid: settled.account.uid, method: providerId }
  if (settled.isNewUser) audit('account-created', client, details)
  if (settled.isLinked) audit('provider-linked', client, details)
  if (settled.isTakenOver) audit('tokens-revoked', client, { uid: settled.account.uid })
  audit('signed-in', client, details)
}

/** Whoever is told so may sign in to the other account with the same credential. */
function isForTryingAgain({ code }: IdentityError): boolean {
  return code === 'FEDERATED_USER_ID_ALREADY_LINKED' || code === 'EMAIL_EXISTS'
}
