import type { Address } from '@stockinette/rate-limit/address.ts'

import { ShopError } from '../domain/errors.ts'
import { managePath } from '../domain/page-paths.ts'
import { describeError } from '../messages/describe-error.ts'
import { problems, signIn } from '../messages/messages.ts'
import type { Notify } from './notices/notify.ts'
import type { Owner, OwnerAccount, Owners } from './owners.ts'
import { isOwnerPassword } from './passwords/owner-password.ts'

export interface FoundAccount extends OwnerAccount {
  /** Of an account that has never signed in, it is missing, or when the account was created. */
  readonly lastSignInAt?: Date | undefined
}

/** A password that a user has chosen. */
export interface NewPassword {
  readonly text: string
  /** Where the request came from. */
  readonly address: Address
}

/** A new password, with its hash if the shop stores it itself. */
export interface PreparedPassword extends NewPassword {
  readonly hash?: string
}

/** What either identity service does with owners' accounts. Its errors have messages for people. */
export interface OwnerAccounts {
  /** @param who an e-mail address or a uid. */
  find(who: string): Promise<FoundAccount | undefined>
  create(email: string): Promise<OwnerAccount>
  /**
   * Removes every way into an account (password, linked providers, outstanding action links, sessions), and adds the
   * claim `owner: true` to its tokens.
   *
   * @param password the account gets it, and its address counts as verified. Without one nobody can sign in until the
   *   password is set by a link.
   * @returns the account of this address. It has another uid where only a new account can be free of what was issued.
   */
  takeOver(account: OwnerAccount, password?: PreparedPassword): Promise<OwnerAccount>
  /** Does what takes long about a new password, and depends on no account. */
  preparePassword(password: NewPassword): Promise<PreparedPassword>
  /**
   * Removes the claim `owner` from an account's tokens; in the cloud, ends its sessions, too. Does nothing if there is no such
   * account.
   */
  demote(uid: string): Promise<void>
  /**
   * Returns a link to a page of the shop at `origin` that sets the account's password and continues to `continueUrl`. It
   * works once, for an hour.
   */
  createLink(account: OwnerAccount, origin: string, continueUrl: string): Promise<string>
}

/** What the operator does about ownership: the commands, and the first claim. Every method rejects with an error whose message is for people. */
export interface Claiming {
  /**
   * Makes the account of an address an owner; creates it if necessary. A stranger who signed up with that address before
   * loses access: the link is the only way in.
   */
  add(email: string, origin: string): Promise<OwnerLink>
  /**
   * As `add`, for the first owner ever, and with a password in place of a link. Of concurrent calls exactly one succeeds.
   *
   * @returns the account. @throws ShopError `already-claimed`; `invalid-claim` for a password that no owner may have; as `Owners.addFirst`.
   */
  addFirst(email: string, password: NewPassword): Promise<OwnerAccount>
  /** The current owners, oldest first. */
  list(): Promise<readonly ListedOwner[]>
  /**
   * @param who an e-mail address or a uid. Once it resolves, no sign-in of the owner counts.
   * @throws ShopError `storage-unavailable` if she is no longer an owner, but may still be signed in.
   */
  remove(who: string): Promise<Owner>
  /**
   * For an owner who lost their password or phone: signs them out everywhere and returns a new link. An address that the
   * account was given since is kept only if `who` names it: it may be the address of a thief.
   */
  reset(who: string, origin: string): Promise<OwnerLink>
}

export interface ListedOwner extends Owner {
  /** Whether she has signed in since she was added, or was given a new link. */
  readonly hasSignedIn: boolean
  /** The address that her account has now, if it is another one. */
  readonly otherEmail?: string | undefined
}

export interface OwnerLink {
  readonly email: string
  readonly link: string
}

export interface ClaimingOptions {
  readonly owners: Owners
  readonly accounts: OwnerAccounts
  /** Tells the other owners of a new one. */
  readonly notify: Notify
}

export function createClaiming({ owners, accounts, notify }: ClaimingOptions): Claiming {
  const findOwner = async (who: string): Promise<Owner | undefined> => {
    const uid = (await accounts.find(who))?.uid
    const listed = await owners.list()
    // Her account may be gone.
    const isNamed = (owner: Owner) => owner.uid === who || owner.email === who.toLowerCase()
    return listed.find((owner) => owner.uid === uid) ?? listed.find(isNamed)
  }
  const getOwner = async (who: string): Promise<Owner> => (await findOwner(who)) ?? refuse(`${who} is not an owner.`)
  const takeOver = async (account: OwnerAccount, origin: string): Promise<OwnerLink> => {
    // In this order: no credential from before can gain an owner's rights.
    const taken = await accounts.takeOver(account)
    await owners.add(taken)
    if (taken.uid !== account.uid) await owners.remove(account.uid)
    const link = await accounts.createLink(taken, origin, origin + managePath)
    return { email: taken.email, link }
  }

  const toListed = async (owner: Owner) => describeOwner(owner, await accounts.find(owner.uid))
  const findOrCreate = async (email: string) => (await accounts.find(email)) ?? (await accounts.create(email))

  return {
    async add(email, origin) {
      if (await findOwner(email)) refuse(`${email} is already an owner. For a new link: owner reset ${email}`)
      const hasOwners = (await owners.list()).length > 0
      const added = await takeOver(await findOrCreate(email), origin)
      if (hasOwners) await notify({ kind: 'owner', byUid: null, about: added.email })
      return added
    },
    async addFirst(email, password) {
      requireOwnerPassword(password)
      // First: meanwhile, somebody who is signed in to the account may change its address, and a command may add an owner.
      const prepared = await accounts.preparePassword(password)
      let taken: OwnerAccount | undefined
      const isFirst = await owners.addFirst(async () => {
        return (taken = await accounts.takeOver(await findOrCreate(email), prepared))
      })
      if (taken !== undefined && isFirst) return taken
      if (taken !== undefined) await accounts.demote(taken.uid)
      throw new ShopError('already-claimed', problems.alreadyClaimed)
    },
    list: async () => Promise.all((await owners.list()).map(toListed)),
    async remove(who) {
      const owner = await getOwner(who)
      await owners.remove(owner.uid)
      await accounts.demote(owner.uid).catch((cause: unknown) => failToSignOut(owner, cause))
      return owner
    },
    async reset(who, origin) {
      const owner = await getOwner(who)
      const account = (await accounts.find(owner.uid)) ?? refuse(describeNoAccount(owner))
      const isNamed = who !== owner.uid && (await accounts.find(who))?.uid === owner.uid
      if (account.email !== owner.email && !isNamed) refuse(describeOtherAddress(owner, account))
      return takeOver(account, origin)
    },
  }
}

/** @throws ShopError `invalid-claim`. */
function requireOwnerPassword({ text }: NewPassword): void {
  if (isOwnerPassword(text)) return
  throw new ShopError('invalid-claim', signIn.weakOwnerPassword, { fields: { password: signIn.weakOwnerPassword } })
}

function describeOwner(owner: Owner, account: FoundAccount | undefined): ListedOwner {
  const lastSignInAt = account?.lastSignInAt
  const otherEmail = account?.email === owner.email ? undefined : account?.email
  return { ...owner, hasSignedIn: lastSignInAt !== undefined && lastSignInAt > owner.since, otherEmail }
}

function describeNoAccount({ email }: Owner): string {
  return `The account of ${email} no longer exists, or has no address: owner remove ${email}, then owner add ${email}.`
}

function describeOtherAddress({ email }: Owner, account: OwnerAccount): string {
  return (
    `The account of ${email} now has the address ${account.email}. If that is hers: owner reset ${account.email}. ` +
    `If not: owner remove ${email}, then owner add ${email}.`
  )
}

function failToSignOut({ email }: Owner, cause: unknown): never {
  const message = `${email} is no longer an owner, but may still be signed in: ${describeError(cause)}`
  throw new ShopError('storage-unavailable', message, { cause })
}

function refuse(message: string): never {
  throw new ShopError('invalid-request', message)
}
