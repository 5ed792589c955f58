import { auditRefusal } from '../abuse/audit.ts'
import {
  linkAccount,
  resolveAccount,
  UnverifiedAddressError,
  type ResolvedAccount,
} from '../accounts/account-linking.ts'
import { type MailContext, notifyOfEmailChange } from '../action-codes/code-mail.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { type IdpRequest, readIdpRequest, toConfirmation, toIdpAnswer } from '../federation/idp-messages.ts'
import type { ProviderUser } from '../federation/provider-user.ts'
import { signIn, type SignInContext } from '../sign-in.ts'
import { getRecentlySignedIn, type SignedInContext } from '../tokens/signed-in.ts'

type Context = SignInContext & SignedInContext & MailContext & Uses<'pendingTokens' | 'providers' | 'settings'>

/**
 * `accounts:signInWithIdp`: signs in a user of another provider, or links that user to the account of an ID token. (identity-platform: REST, accounts.signInWithIdp)
 *
 * @throws IdentityError `FEDERATED_USER_ID_ALREADY_LINKED`, `EMAIL_EXISTS`, `EMAIL_NOT_FOUND`, `USER_DISABLED`,
 * `INVALID_PENDING_TOKEN`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when linking, and as `readIdpRequest`, `Providers.identify` and
 * `getSignedIn`.
 */
export async function signInWithIdp(context: Context, input: unknown, caller: Caller) {
  const request = readIdpRequest(input)
  const user = await identify(context, request, caller)
  const answer = toIdpAnswer(user, request.credential)
  const linkTo = request.idToken ? await getRecentlySignedIn(context, request.idToken) : undefined
  try {
    const who = { uid: linkTo?.account.uid, method: user.providerId }
    const { tokens, ...settled } = await auditRefusal(context, caller, who, () =>
      signIn(context, user.providerId, caller, () => {
        return linkTo === undefined
          ? resolveAccount(context, user, request.mayCreate)
          : linkAccount(context, user, linkTo)
      }),
    )
    note(context, caller, user, settled)
    if (settled.before !== undefined) await notifyOfEmailChange(context, settled.before, settled.account, caller)
    const pendingToken = request.returnsCredential ? await toPendingToken(context, request, user) : undefined
    return { ...answer, ...toAccountFields(user, settled), ...tokens, pendingToken }
  } catch (error) {
    if (error instanceof UnverifiedAddressError) {
      return { ...answer, ...toConfirmation(error.owner), pendingToken: await toPendingToken(context, request, user) }
    }
    if (!(error instanceof IdentityError) || !request.returnsCredential || !isForTryingAgain(error)) throw error
    return { ...answer, pendingToken: await toPendingToken(context, request, user), errorMessage: error.message }
  }
}

async function identify(context: Context, { credential }: IdpRequest, caller: Caller): Promise<ProviderUser> {
  return auditRefusal(context, caller, { method: 'idp' }, async () => {
    if (!('pendingToken' in credential)) return context.providers.identify(credential)
    const user = await context.pendingTokens.verify(credential.pendingToken)
    context.providers.require(user.providerId)
    return user
  })
}

/** One that was used is returned as it is: a new one would let its holder sign in for ever. */
async function toPendingToken(context: Context, { credential }: IdpRequest, user: ProviderUser): Promise<string> {
  return 'pendingToken' in credential ? credential.pendingToken : context.pendingTokens.issue(user)
}

function toAccountFields(user: ProviderUser, { account, isNewUser, emailRecycled }: ResolvedAccount) {
  return {
    localId: account.uid,
    emailVerified: user.email !== null && user.email === account.email ? account.emailVerified : user.emailVerified,
    isNewUser: isNewUser || undefined,
    emailRecycled: emailRecycled || undefined,
  }
}

function note({ audit }: Context, caller: Caller, { providerId }: ProviderUser, settled: ResolvedAccount): void {
  const details = { uid: settled.account.uid, method: providerId }
  if (settled.isNewUser) audit('account-created', caller, details)
  if (settled.isLinked) audit('provider-linked', caller, details)
  if (settled.isTakenOver) audit('tokens-revoked', caller, { uid: settled.account.uid })
  audit('signed-in', caller, details)
}

/** The client may sign in to the other account with the same credential. */
function isForTryingAgain({ code }: IdentityError): boolean {
  return code === 'FEDERATED_USER_ID_ALREADY_LINKED' || code === 'EMAIL_EXISTS'
}
