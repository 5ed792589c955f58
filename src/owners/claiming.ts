import { ShopError } from '../domain/errors.ts'
import { createPath, signInPath } from '../domain/page-paths.ts'
import type { Owner, Owners } from './owners.ts'

/** An account, as far as claiming goes. */
export interface ClaimedAccount {
  readonly uid: string
  /** In the form in which the identity service keeps it. */
  readonly email: string
}

/** What the identity service does with owners' accounts, whichever it is. Its errors have messages for people. */
export interface OwnerAccounts {
  /** @param who an address or an id. */
  find(who: string): Promise<ClaimedAccount | undefined>
  create(email: string): Promise<ClaimedAccount>
  /**
   * Takes every way into an account away, its password, other providers' accounts, outstanding links and all that is
   * signed in, and has its tokens say `owner: true` from now on.
   *
   * @returns the account of this address, which has another id where only a new account is free of what was given out.
   */
  takeOver(account: ClaimedAccount): Promise<ClaimedAccount>
  /** Has an account's tokens say nothing of owners any more. Nothing happens when there is no such account. */
  dropClaim(uid: string): Promise<void>
  /**
   * A link to a page of the shop at `origin` that sets the account's password and leads on to `continueUrl`: good once, and
   * for an hour.
   */
  createLink(account: ClaimedAccount, origin: string, continueUrl: string): Promise<string>
}

/** Whose the shop is, for whoever runs it. Every method rejects with an error whose message is for people. */
export interface Claiming {
  /**
   * Makes the account of an address an owner, and the account if need be. Whoever else may have set it up, under an
   * address that was never theirs, has no way into it any more: the link is the only one.
   */
  add(email: string, origin: string): Promise<OwnerLink>
  list(): Promise<readonly Owner[]>
  /** @param who an address or an id. From its return on, nothing that she signed in with counts. */
  remove(who: string): Promise<Owner>
  /**
   * For an owner who lost her password or her phone: she is signed out everywhere at once, and gets a new link. An address
   * that the account got since is kept only when `who` names it: it may be that of a thief, who reads mail there.
   */
  reset(who: string, origin: string): Promise<OwnerLink>
}

export interface OwnerLink {
  readonly email: string
  readonly link: string
}

export function createClaiming({ owners, accounts }: { owners: Owners; accounts: OwnerAccounts }): Claiming {
  const findOwner = async (who: string): Promise<Owner | undefined> => {
    const uid = (await accounts.find(who))?.uid
    const listed = await owners.list()
    return listed.find((owner) => owner.uid === uid) ?? listed.find((owner) => [owner.uid, owner.email].includes(who))
  }
  const getOwner = async (who: string): Promise<Owner> => (await findOwner(who)) ?? refuse(`${who} is not an owner.`)
  const giveLink = async (account: ClaimedAccount, origin: string): Promise<OwnerLink> => {
    // In this order: nobody can come by an owner's rights with what opened the account before.
    const taken = await accounts.takeOver(account)
    await owners.add(taken)
    if (taken.uid !== account.uid) await owners.remove(account.uid)
    const link = await accounts.createLink(taken, origin, origin + signInPath(createPath))
    return { email: taken.email, link }
  }

  return {
    async add(email, origin) {
      if (await findOwner(email)) refuse(`${email} is already an owner. For a new link: owner reset ${email}`)
      return giveLink((await accounts.find(email)) ?? (await accounts.create(email)), origin)
    },
    list: () => owners.list(),
    async remove(who) {
      const owner = await getOwner(who)
      await owners.remove(owner.uid)
      await accounts.dropClaim(owner.uid)
      return owner
    },
    async reset(who, origin) {
      const owner = await getOwner(who)
      const account =
        (await accounts.find(owner.uid)) ??
        refuse(`The account of ${who} no longer exists. Remove the owner and add her again.`)
      const isNamed = who !== owner.uid && (await accounts.find(who))?.uid === owner.uid
      if (account.email !== owner.email && !isNamed) refuse(toOtherAddress(owner, account))
      return giveLink(account, origin)
    },
  }
}

function toOtherAddress({ email }: Owner, account: ClaimedAccount): string {
  return (
    `The account of ${email} now has the address ${account.email}. If that is hers: owner reset ${account.email}. ` +
    `If not: owner remove ${email}, then owner add ${email}.`
  )
}

function refuse(words: string): never {
  throw new ShopError('invalid-request', words)
}
