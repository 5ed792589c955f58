/** An account that may do what is the owner's alone. */
export interface Owner {
  readonly uid: string
  /** The address that she was added by, in the form in which the identity service keeps it. */
  readonly email: string
  /** What she signed in with before this moment does not count. */
  readonly since: Date
}

/** A sign-in: whose it is, and of when. */
export interface SignInOf {
  readonly uid: string
  readonly signedInAt: Date
}

/**
 * Whose the shop is. This list is the truth, asked anew each time: what ID tokens say of it is for pages, as a token says
 * it until it ends.
 *
 * Every method rejects with ShopError `storage-unavailable` when the storage fails.
 */
export interface Owners {
  /** The owners of this moment, those who have been it for longest first. */
  list(): Promise<readonly Owner[]>
  /** Whether a sign-in is an owner's, and not from before she was added. */
  has(signIn: SignInOf): Promise<boolean>
  /**
   * Makes an account an owner from now on; of one that is, whatever it has signed in with so far is worthless. Every
   * sign-in after its return counts.
   */
  add(owner: Pick<Owner, 'uid' | 'email'>): Promise<void>
  /** From its return on, `has` is false. Nothing happens when the account is no owner. */
  remove(uid: string): Promise<void>
  /**
   * Whether there has ever been an owner. It stays so when the last one is removed: a shop that was closed is not opened
   * to everybody by that.
   */
  isClaimed(): Promise<boolean>
}

/**
 * Whether somebody signed in at or after a moment. ID tokens say it in whole seconds, so a sign-in of the very second of
 * the moment passes.
 */
export function isSince({ signedInAt }: SignInOf, moment: Date): boolean {
  return signedInAt.getTime() >= Math.floor(moment.getTime() / 1000) * 1000
}

/**
 * Whether somebody signed in after the second of a moment: for services that cannot tell otherwise whether a sign-in of
 * that very second was before it.
 */
export function isAfterSecondOf({ signedInAt }: SignInOf, moment: Date): boolean {
  return signedInAt.getTime() > moment.getTime()
}
