import type { Account, Claims } from './accounts/account.ts'
import type { Caller } from './application.ts'
import type { Uses } from './context.ts'
import { IdentityError } from './errors.ts'
import type { NewSession, Session } from './tokens/sessions.ts'
import { idTokenLifetimeSeconds } from './tokens/verify-id-token.ts'

export type SignInContext = Uses<
  'accounts' | 'atomicallyInGroup' | 'attemptLimits' | 'devices' | 'idTokens' | 'now' | 'sessions'
>

/** The fields that all answers to sign-ins have. */
export interface TokenFields {
  readonly idToken: string
  readonly refreshToken: string
  /** Seconds, as text. */
  readonly expiresIn: string
}

export interface SignInMethod {
  /** `anonymous`, `password`, `custom` or a provider's id, such as `google.com`. */
  readonly provider: string
  /** Claims of a custom token for this sign-in. */
  readonly extraClaims?: Claims
}

/**
 * Signs an account in. All sign-in methods use it.
 *
 * `getAccount` finds, creates or changes the account, synchronously. Its changes and the new session are stored in one
 * transaction.
 *
 * @throws IdentityError `USER_DISABLED`; RateLimitError; as `getAccount`.
 */
export async function signIn(
  context: SignInContext,
  { provider, extraClaims = {} }: SignInMethod,
  caller: Caller,
  getAccount: () => Account,
): Promise<{ readonly account: Account; readonly tokens: TokenFields }> {
  const open = () => {
    const known = getAccount()
    if (known.disabled) throw new IdentityError('USER_DISABLED')
    context.attemptLimits.changeAccount(known.uid)
    const account = context.accounts.noteSignIn(known)
    context.devices.add(account, caller)
    const signedIn = { uid: known.uid, signInProvider: provider, signedInAt: account.lastLoginAt, extraClaims }
    return { account, session: context.sessions.open(signedIn) }
  }
  const { account, session } = await context.atomicallyInGroup(open)
  return {
    account,
    tokens: toTokenFields(await context.idTokens.issue(account, session, session.signedInAt), session),
  }
}

/**
 * Stores a new account and signs it in, in one transaction. The token is signed meanwhile, because it does not depend on
 * the write. If signing fails, the account is stored nevertheless.
 *
 * @throws IdentityError as `Accounts.add`.
 */
export async function signUpAs(
  context: SignInContext,
  { provider }: Pick<SignInMethod, 'provider'>,
  account: Account,
  caller: Caller,
): Promise<{ readonly account: Account; readonly tokens: TokenFields }> {
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
export async function issueTokens(context: SignInContext, account: Account, session: NewSession): Promise<TokenFields> {
  return toTokenFields(await context.idTokens.issue(account, session, context.now()), session)
}

function toTokenFields(idToken: string, { refreshToken }: NewSession): TokenFields {
  return { idToken, refreshToken, expiresIn: String(idTokenLifetimeSeconds) }
}
