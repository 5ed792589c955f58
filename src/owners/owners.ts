import type { Visitor } from './access.ts'

/** An account that may manage the shop. */
export interface Owner {
  readonly uid: string
  /** The address that the owner was added with, as the identity service stores it. */
  readonly email: string
  readonly since: Date
}

/** An account that is or becomes an owner's. */
export type OwnerAccount = Pick<Owner, 'uid' | 'email'>

/**
 * The list of owners. It is read for every request; the claim `owner` in ID tokens is for pages alone, as a token keeps it
 * until it expires.
 *
 * Every method rejects with ShopError `storage-unavailable` when the storage fails.
 */
export interface Owners {
  /** The current owners, oldest first. */
  list(): Promise<readonly Owner[]>
  /**
   * Whether a sign-in, whose session is open, belongs to an owner. In the cloud, only while her account has the address that
   * she was added with.
   */
  has(signIn: Pick<Visitor, 'uid' | 'verifiedEmail' | 'signedInAt'>): Promise<boolean>
  /**
   * Grants ownership to an account that was taken over. Every sign-in after it resolves counts.
   */
  add(owner: OwnerAccount): Promise<void>
  /**
   * Adds the owner that `prepare` returns to a shop that has never had one. Of concurrent calls, in other processes too,
   * exactly one succeeds. If `prepare` rejects, it may be called again.
   *
   * @returns `false` if the shop has been claimed; what was prepared is no owner.
   * @throws as the others; what `prepare` rejects with; ShopError `shop-busy` while another process adds the first owner.
   */
  addFirst(prepare: () => Promise<OwnerAccount>): Promise<boolean>
  /** Once it resolves, `has` is false. Does nothing if the account is not an owner. */
  remove(uid: string): Promise<void>
  /**
   * Whether there has ever been an owner. Removing the last owner does not open the shop to everyone.
   */
  isClaimed(): Promise<boolean>
}
