import type { Account, Claims } from './account.ts'
import type { Session } from './accounts/sessions.ts'
import type { Service } from './endpoint.ts'
import { IdentityError } from './errors.ts'
import { idTokenLifetimeSeconds } from './id-tokens.ts'

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
 * @throws IdentityError `USER_DISABLED`, and what `getAccount` throws.
 */
export async function signIn(
  service: Service,
  { provider, extraClaims = {} }: SignInMethod,
  getAccount: () => Account,
): Promise<{ readonly account: Account; readonly tokens: TokenFields }> {
  const open = () => {
    const known = getAccount()
    if (known.disabled) throw new IdentityError('USER_DISABLED')
    const account = service.accounts.noteSignIn(known)
    const session = { uid: known.uid, signInProvider: provider, signedInAt: account.lastLoginAt, extraClaims }
    return { account, session, refreshToken: service.sessions.open(session) }
  }
  return service.atomicallyInGroup(open, async ({ account, session, refreshToken }) => ({
    account,
    tokens: await toTokenFields(service, account, session, refreshToken),
  }))
}

/**
 * New tokens for a sign-in whose old ones may have become worthless by a change to its account. It is no new sign-in:
 * `signedInAt` is that of the old tokens.
 */
export async function renewTokens(
  service: Service,
  account: Account,
  { signInProvider, signedInAt }: Pick<Session, 'signInProvider' | 'signedInAt'>,
): Promise<TokenFields> {
  const session = { uid: account.uid, signInProvider, signedInAt, extraClaims: {} }
  const refreshToken = service.sessions.open(session)
  return toTokenFields(service, account, session, refreshToken)
}

async function toTokenFields(
  service: Service,
  account: Account,
  session: Session,
  refreshToken: string,
): Promise<TokenFields> {
  const idToken = await service.idTokens.issue(account, session)
  return { idToken, refreshToken, expiresIn: String(idTokenLifetimeSeconds) }
}
