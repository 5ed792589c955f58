/** An account that may manage the shop. */
export interface Owner {
  readonly uid: string
  /** The address that the owner was added with, as the identity service stores it. */
  readonly email: string
  /** Sign-ins before this moment do not count. */
  readonly since: Date
}

/** A sign-in of an account. */
export interface SignInOf {
  readonly uid: string
  readonly signedInAt: Date
}

/**
 * The list of owners. It is read for every request; the claim `owner` in ID tokens is for pages alone, as a token keeps it
 * until it expires.
 *
 * Every method rejects with ShopError `storage-unavailable` when the storage fails.
 */
export interface Owners {
  /** The current owners, oldest first. */
  list(): Promise<readonly Owner[]>
  /** Whether a sign-in belongs to an owner and is not older than the ownership. */
  has(signIn: SignInOf): Promise<boolean>
  /**
   * Grants ownership from now on. For an existing owner, this invalidates earlier sign-ins. Every sign-in after it
   * resolves counts.
   */
  add(owner: Pick<Owner, 'uid' | 'email'>): Promise<void>
  /**
   * Adds the owner that `prepare` returns to a shop that has never had one. Of concurrent calls, in other processes too,
   * exactly one succeeds. If `prepare` rejects, it may be called again.
   *
   * @returns `false` if the shop has been claimed; what was prepared is no owner.
   * @throws as the others; what `prepare` rejects with; ShopError `shop-busy` while another process adds the first owner.
   */
  addFirst(prepare: () => Promise<Pick<Owner, 'uid' | 'email'>>): Promise<boolean>
  /** Once it resolves, `has` is false. Does nothing if the account is not an owner. */
  remove(uid: string): Promise<void>
  /**
   * Whether there has ever been an owner. Removing the last owner does not open the shop to everyone.
   */
  isClaimed(): Promise<boolean>
}

/**
 * Whether a sign-in is at or after a moment. ID tokens have whole seconds, so a sign-in in the same second passes.
 */
export function isSince({ signedInAt }: SignInOf, moment: Date): boolean {
  return signedInAt.getTime() >= Math.floor(moment.getTime() / 1000) * 1000
}

/**
 * Whether a sign-in is after the second of a moment: for services that cannot tell whether a sign-in in that second came
 * before it.
 */
export function isAfterSecondOf({ signedInAt }: SignInOf, moment: Date): boolean {
  return signedInAt.getTime() > moment.getTime()
}
