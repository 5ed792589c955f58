import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { ProviderUser } from '../federation/provider-user.ts'
import { getStillSignedIn, type SignedIn, type SignedInContext } from '../tokens/signed-in.ts'
import { type AccountChangeContext, passToOwner } from './account-changes.ts'
import { hasEndedSince, type Account } from './account.ts'
import { requireOpenSignUp } from './who-signs-up.ts'

type Context = AccountChangeContext & SignedInContext & Uses<'settings'>

/** The account that a provider's user signs in to, and what was changed. */
export interface ResolvedAccount {
  readonly account: Account
  /** The account before the provider's user was linked to it. */
  readonly before?: Account
  readonly isNewUser: boolean
  readonly isLinked: boolean
  /** All earlier ways to sign in were removed. */
  readonly isTakenOver: boolean
  /** Another user of the same provider had the address before. */
  readonly emailRecycled: boolean
}

const unchanged = { isNewUser: false, isLinked: false, isTakenOver: false, emailRecycled: false }

/**
 * An account has the e-mail address of a provider's user, and the provider has not verified that address, or what a provider
 * says is not enough for the account. The user must first prove, by signing in another way, that the account is theirs.
 */
export class UnverifiedAddressError extends Error {
  override name = 'UnverifiedAddressError'
  readonly owner: Account

  constructor(owner: Account) {
    super('An account has this address, and the provider is not enough to open it.')
    this.owner = owner
  }
}

/**
 * Finds or creates the account of a provider's user. Call it within `signIn`. A verified address finds the account with
 * that address, as there is one account for each address; but never a protected account, which a provider must not open unless
 * its user has linked it.
 *
 * @throws UnverifiedAddressError; as `requireOpenSignUp`; IdentityError `USER_DISABLED`; `INVALID_IDP_RESPONSE` if the token was issued before the
 * sessions of the account ended; `EMAIL_NOT_FOUND` if there is no account and none may be created. The client converts
 * that to `user-mismatch`, for a user who reauthenticates as another user; `USER_NOT_FOUND` would sign them out.
 */
export function resolveAccount(context: Context, user: ProviderUser, mayCreate: boolean): ResolvedAccount {
  const { accounts } = context
  const known = accounts.findByLink(user.providerId, user.rawId)
  if (known !== undefined) {
    refuseIfEnded(user, known)
    return { ...unchanged, account: accounts.link(known.uid, user) }
  }
  // Before the address is looked up, as the answer would say whether it has an account to who only claims it.
  if (user.email !== null && !user.emailVerified) requireOpenSignUp(context)
  const owner = user.email === null ? undefined : accounts.findByEmail(user.email)
  if (owner === undefined) {
    if (!mayCreate) throw new IdentityError('EMAIL_NOT_FOUND')
    if (user.email !== null) requireOpenSignUp(context)
    const { email, emailVerified, displayName, photoUrl, screenName } = user
    const account = accounts.create({ email, emailVerified, displayName, photoUrl, screenName, link: user })
    return { ...unchanged, account, isNewUser: true }
  }
  if (!user.emailVerified || context.isProtected(owner.uid)) throw new UnverifiedAddressError(owner)
  refuseIfEnded(user, owner)
  const emailRecycled = owner.links.some(({ providerId }) => providerId === user.providerId)
  const isTakenOver = !owner.emailVerified
  const account = isTakenOver ? takeOver(context, owner, user) : linkToOwner(context, owner, user)
  return { ...unchanged, account, isLinked: true, isTakenOver, emailRecycled }
}

/** A provider's token is valid for an hour: a thief must not sign in again with it. */
function refuseIfEnded({ issuedAt }: ProviderUser, account: Account): void {
  if (!hasEndedSince(issuedAt, account)) return
  throw new IdentityError('INVALID_IDP_RESPONSE', 'It was issued before the sessions of the account ended.')
}

function linkToOwner({ accounts }: Context, owner: Account, user: ProviderUser): Account {
  accounts.update(owner.uid, {
    displayName: user.displayName ?? owner.displayName,
    photoUrl: user.photoUrl ?? owner.photoUrl,
    screenName: user.screenName ?? owner.screenName,
  })
  return accounts.link(owner.uid, user)
}

/** Nobody has verified the account's address yet, so a stranger may have created it. */
function takeOver(context: Context, owner: Account, user: ProviderUser): Account {
  if (owner.disabled) throw new IdentityError('USER_DISABLED')
  const { displayName, photoUrl, screenName } = user
  passToOwner(context, owner, { emailVerified: true, displayName, photoUrl, screenName })
  return context.accounts.link(owner.uid, user)
}

/**
 * Links a provider's user to an account. Call it within `signIn`.
 *
 * @throws IdentityError `FEDERATED_USER_ID_ALREADY_LINKED`, to this or another account; `EMAIL_EXISTS` if another account
 * has the address; and as `requireOpenSignUp` and `getSignedIn`.
 */
export function linkAccount(context: Context, user: ProviderUser, { token }: SignedIn): ResolvedAccount {
  const { accounts } = context
  const { account } = getStillSignedIn(context, token)
  const { uid } = account
  if (accounts.findByLink(user.providerId, user.rawId) !== undefined) {
    throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED')
  }
  const email = account.email ?? user.email
  if (email !== account.email) requireOpenSignUp(context)
  accounts.requireFreeEmail(user.email, uid)
  const emailVerified = email === user.email && user.emailVerified
  accounts.update(uid, { email, emailVerified: (account.email !== null && account.emailVerified) || emailVerified })
  return { ...unchanged, account: accounts.link(uid, user), before: account, isLinked: true }
}
