import type { Account, Claims } from './accounts/account.ts'
import type { IdentityContext } from './context.ts'
import { IdentityError } from './errors.ts'
import { idTokenLifetimeSeconds } from './tokens/id-tokens.ts'
import type { NewSession, Session } from './tokens/sessions.ts'

/** What the answer to every sign-in has in common. */
export interface TokenFields {
  readonly idToken: string
  readonly refreshToken: string
  /** Seconds, as text. */
  readonly expiresIn: string
}

export interface SignInMethod {
  /** `anonymous`, `password`, `custom` or a provider's id, such as `google.com`. */
  readonly provider: string
  /** What a custom token says of this sign-in. */
  readonly extraClaims?: Claims
}

/**
 * Signs an account in: every method that does, once it knows whom, ends here.
 *
 * `getAccount` finds, makes or changes the account, without waiting for anything; whatever it changes and the new
 * session are kept in one durable step, or not at all.
 *
 * @throws IdentityError `USER_DISABLED`; RateLimitError, and what `getAccount` throws.
 */
export async function signIn(
  context: IdentityContext,
  { provider, extraClaims = {} }: SignInMethod,
  getAccount: () => Account,
): Promise<{ readonly account: Account; readonly tokens: TokenFields }> {
  const open = () => {
    const known = getAccount()
    if (known.disabled) throw new IdentityError('USER_DISABLED')
    context.throttle.changeAccount(known.uid)
    const account = context.accounts.noteSignIn(known)
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
 * Signs an account in that is not kept yet, and keeps both in one durable step, or neither. Its token is signed at the
 * same time: nothing that is kept can change what it says. If that fails, the account is kept all the same.
 *
 * @throws IdentityError as `Accounts.add` does.
 */
export async function signUpAs(
  context: IdentityContext,
  { provider }: Pick<SignInMethod, 'provider'>,
  account: Account,
): Promise<{ readonly account: Account; readonly tokens: TokenFields }> {
  const signedIn = { uid: account.uid, signInProvider: provider, signedInAt: account.lastLoginAt, extraClaims: {} }
  const session = context.sessions.draft(signedIn)
  const open = () => {
    context.accounts.add(account)
    context.sessions.add(session)
  }
  const [idToken] = await Promise.all([
    context.idTokens.issue(account, session, session.signedInAt),
    context.atomicallyInGroup(open),
  ])
  return { account, tokens: toTokenFields(idToken, session) }
}

/**
 * A new session for a sign-in whose old one may have ended by a change to its account. It is no new sign-in:
 * `signedInAt` is that of the old tokens. To be called within the transaction that makes the change.
 */
export function renewSession(
  { sessions }: IdentityContext,
  { uid }: Account,
  { signInProvider, signedInAt }: Pick<Session, 'signInProvider' | 'signedInAt'>,
): NewSession {
  return sessions.open({ uid, signInProvider, signedInAt, extraClaims: {} })
}

/** The tokens of a session that was renewed. */
export async function issueTokens(
  context: IdentityContext,
  account: Account,
  session: NewSession,
): Promise<TokenFields> {
  return toTokenFields(await context.idTokens.issue(account, session, context.now()), session)
}

function toTokenFields(idToken: string, { refreshToken }: NewSession): TokenFields {
  return { idToken, refreshToken, expiresIn: String(idTokenLifetimeSeconds) }
}
