import type { Account, Claims } from './accounts/account.ts'
import type { Caller } from './application.ts'
import type { Uses } from './context.ts'
import { IdentityError } from './errors.ts'
import type { NewSession, Session } from './tokens/sessions.ts'
import { idTokenLifetimeSeconds } from './tokens/verify-id-token.ts'

export type SignInContext = Uses<
  'accounts' | 'atomicallyInGroup' | 'attemptLimits' | 'devices' | 'idTokens' | 'now' | 'sessions'
>

/**
 * Signs an account in. All sign-in methods use it.
 *
 * `work` finds, creates or changes the account, synchronously. Its changes and the new session are stored in one
 * transaction.
 *
 * @param provider `anonymous`, `password`, `custom` or a provider's id, such as `google.com`.
 * @param extraClaims of a custom token, for this sign-in.
 * @returns what `work` returned, with the account as it is now, and the tokens.
 * @throws IdentityError `USER_DISABLED`; RateLimitError; as `work`.
 */
export async function signIn<T extends { readonly account: Account }>(
  context: SignInContext,
  provider: string,
  caller: Caller,
  work: () => T,
  extraClaims: Claims = {},
) {
  const open = () => {
    const found = work()
    const { uid, disabled } = found.account
    if (disabled) throw new IdentityError('USER_DISABLED')
    context.attemptLimits.changeAccount(uid)
    const account = context.accounts.noteSignIn(found.account)
    context.devices.add(account, caller)
    const signedIn = { uid, signInProvider: provider, signedInAt: account.lastLoginAt, extraClaims }
    return { result: { ...found, account }, session: context.sessions.open(signedIn) }
  }
  const { result, session } = await context.atomicallyInGroup(open)
  const idToken = await context.idTokens.issue(result.account, session, session.signedInAt)
  return { ...result, tokens: toTokenFields(idToken, session) }
}

/**
 * Stores a new account and signs it in, in one transaction. The token is signed meanwhile, because it does not depend on
 * the write. If signing fails, the account is stored nevertheless.
 *
 * @throws IdentityError as `Accounts.add`.
 */
export async function signUpAs(context: SignInContext, provider: string, account: Account, caller: Caller) {
  const signedIn = { uid: account.uid, signInProvider: provider, signedInAt: account.lastLoginAt, extraClaims: {} }
  const session = context.sessions.draft(signedIn)
  const open = () => {
    context.accounts.add(account)
    context.sessions.add(session)
    context.devices.add(account, caller)
  }
  const [idToken] = await Promise.all([
    context.idTokens.issue(account, session, session.signedInAt),
    context.atomicallyInGroup(open),
  ])
  return { account, tokens: toTokenFields(idToken, session) }
}

/**
 * Opens another session for a sign-in whose session may have ended by a change of the account. `signedInAt` stays that of
 * the old tokens. Call it within the transaction of the change.
 */
export function renewSession(
  { sessions, devices }: SignInContext,
  account: Account,
  { signInProvider, signedInAt }: Pick<Session, 'signInProvider' | 'signedInAt'>,
  caller: Caller,
): NewSession {
  devices.add(account, caller)
  return sessions.open({ uid: account.uid, signInProvider, signedInAt, extraClaims: {} })
}

/** The tokens of a renewed session. */
export async function issueTokens(context: SignInContext, account: Account, session: NewSession) {
  return toTokenFields(await context.idTokens.issue(account, session, context.now()), session)
}

/** The fields that all answers to sign-ins have. `expiresIn` is in seconds, as text. */
function toTokenFields(idToken: string, { refreshToken }: NewSession) {
  return { idToken, refreshToken, expiresIn: String(idTokenLifetimeSeconds) }
}
