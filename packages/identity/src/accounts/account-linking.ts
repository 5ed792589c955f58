import { getStillSignedIn } from '../context.ts'
import type { IdentityContext, SignedIn } from '../context.ts'
import { IdentityError } from '../errors.ts'
import type { ProviderUser } from '../federation/provider-user.ts'
import { hasEndedSince } from './account.ts'
import type { Account } from './account.ts'
import { passToAddressOwner } from './pass-to-owner.ts'

/** The account that a provider's user signs in to, and what had to be done to it. */
export interface ResolvedAccount {
  readonly account: Account
  /** As it was before a provider's user was linked to it. */
  readonly before?: Account
  readonly isNewUser: boolean
  readonly isLinked: boolean
  /** Whoever had it before has no way in any more. */
  readonly isTakenOver: boolean
  /** The address was somebody else's at the same provider before. */
  readonly emailRecycled: boolean
}

const unchanged = { isNewUser: false, isLinked: false, isTakenOver: false, emailRecycled: false }

/**
 * A provider's user gives somebody's address without the provider vouching for it: they must first show, by signing in
 * another way, that the account is theirs.
 */
export class UnverifiedAddressError extends Error {
  override name = 'UnconfirmedAddress'
  readonly owner: Account

  constructor(owner: Account) {
    super('The address is that of an account, and the provider does not vouch for it.')
    this.owner = owner
  }
}

/**
 * Finds or makes the account of a provider's user; to be called within `signIn`. An address that the provider vouches for
 * finds the account that has it, as there is one account for each address.
 *
 * @throws UnconfirmedAddress; IdentityError `USER_DISABLED`; `INVALID_IDP_RESPONSE` for what was issued before the
 * sessions of the account ended; `EMAIL_NOT_FOUND` when there is none and none may be made. The client makes
 * `user-mismatch` of that, which is for a user who signs in anew as somebody else; `USER_NOT_FOUND` would sign them out.
 */
export function resolveAccount(context: IdentityContext, user: ProviderUser, mayCreate: boolean): ResolvedAccount {
  const { accounts } = context
  const known = accounts.findByLink(user.providerId, user.rawId)
  if (known !== undefined) {
    refuseIfEnded(user, known)
    return { ...unchanged, account: accounts.link(known.uid, user) }
  }
  const owner = user.email === null ? undefined : accounts.findByEmail(user.email)
  if (owner === undefined) {
    if (!mayCreate) throw new IdentityError('EMAIL_NOT_FOUND')
    const { email, emailVerified, displayName, photoUrl, screenName } = user
    const account = accounts.create({ email, emailVerified, displayName, photoUrl, screenName, link: user })
    return { ...unchanged, account, isNewUser: true }
  }
  if (!user.emailVerified) throw new UnverifiedAddressError(owner)
  refuseIfEnded(user, owner)
  const emailRecycled = owner.links.some(({ providerId }) => providerId === user.providerId)
  const isTakenOver = !owner.emailVerified
  const account = isTakenOver ? takeOver(context, owner, user) : linkToOwner(context, owner, user)
  return { ...unchanged, account, isLinked: true, isTakenOver, emailRecycled }
}

/** A provider's token is good for an hour: who got hold of one must not come back with it. */
function refuseIfEnded({ issuedAt }: ProviderUser, account: Account): void {
  if (!hasEndedSince(issuedAt, account)) return
  throw new IdentityError('INVALID_IDP_RESPONSE', 'It was issued before the sessions of the account ended.')
}

function linkToOwner({ accounts }: IdentityContext, owner: Account, user: ProviderUser): Account {
  accounts.update(owner.uid, {
    displayName: user.displayName ?? owner.displayName,
    photoUrl: user.photoUrl ?? owner.photoUrl,
    screenName: user.screenName ?? owner.screenName,
  })
  return accounts.link(owner.uid, user)
}

/** Nobody has shown yet that the account's address is theirs, so whoever made it may be a stranger. */
function takeOver(context: IdentityContext, owner: Account, user: ProviderUser): Account {
  if (owner.disabled) throw new IdentityError('USER_DISABLED')
  const { displayName, photoUrl, screenName } = user
  passToAddressOwner(context, owner, { emailVerified: true, displayName, photoUrl, screenName })
  return context.accounts.link(owner.uid, user)
}

/**
 * Links a provider's user to an account; to be called within `signIn`.
 *
 * @throws IdentityError `FEDERATED_USER_ID_ALREADY_LINKED` to whatever account, `EMAIL_EXISTS` when another one has the
 * address, and what `getSignedIn` throws.
 */
export function linkAccount(context: IdentityContext, user: ProviderUser, { token }: SignedIn): ResolvedAccount {
  const { accounts } = context
  const { account } = getStillSignedIn(context, token)
  const { uid } = account
  if (accounts.findByLink(user.providerId, user.rawId) !== undefined) {
    throw new IdentityError('FEDERATED_USER_ID_ALREADY_LINKED')
  }
  const owner = user.email === null ? undefined : accounts.findByEmail(user.email)
  if (owner !== undefined && owner.uid !== uid) throw new IdentityError('EMAIL_EXISTS')
  const email = account.email ?? user.email
  const emailVerified = email === user.email && user.emailVerified
  accounts.update(uid, { email, emailVerified: (account.email !== null && account.emailVerified) || emailVerified })
  return { ...unchanged, account: accounts.link(uid, user), before: account, isLinked: true }
}
