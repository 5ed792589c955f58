import { toActionLink } from '../action-codes/action-link.ts'
import { commandLine } from '../caller.ts'
import type { IdentityContext } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { endSessionsOf } from '../tokens/end-sessions.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import type { Account, Claims } from './account.ts'
import { toEmail } from './email.ts'
import { passToOwner } from './pass-to-owner.ts'

/** An account that has an address. */
export interface AccountOfAddress {
  readonly uid: string
  /** In the form in which the service keeps it. */
  readonly email: string
}

/** What whoever runs the shop can do about accounts, from the command line. */
export interface Administration {
  /**
   * A token that signs somebody in, who gets an account of that id if there is none.
   *
   * @throws IdentityError as `CustomTokens.issue`.
   */
  createCustomToken(signIn: { readonly uid: unknown; readonly claims?: unknown }): Promise<string>
  /**
   * Ends every session of an account: no refresh token that was given so far is good any more, nor any ID token here.
   *
   * @param who its id or its e-mail address.
   * @returns its id.
   * @throws IdentityError `USER_NOT_FOUND`, `INVALID_EMAIL`.
   */
  revokeTokens(who: string): string
  /**
   * Replaces the signing keys: from its return on, no token that the old ones have signed is good here, be it an ID token
   * or a custom token. Sessions go on: their refresh tokens give new ID tokens.
   *
   * Rejects with StorageUnavailableError; the keys stay then.
   */
  rotateKeys(): Promise<void>
  /** @param who an id or an e-mail address. An account without an address, as of an anonymous user, is not found. */
  findAccount(who: string): AccountOfAddress | undefined
  /** @throws IdentityError `INVALID_EMAIL`, `EMAIL_EXISTS`. */
  createAccount(email: string): AccountOfAddress
  /**
   * Takes every way into an account away: its password, other providers' accounts, outstanding codes and all sessions. A
   * link of `createPasswordLink` is the way in then.
   *
   * @param claims what its ID tokens say from now on, in addition to what they said.
   * @throws IdentityError `USER_NOT_FOUND`.
   */
  reclaimAccount(uid: string, claims: Claims): void
  /** Has an account's ID tokens no longer say something. Nothing happens when there is no such account. */
  removeClaim(uid: string, name: string): void
  /** A link to a page at `origin` that sets the account's password and leads on to `continueUrl`: good once, for an hour. */
  createPasswordLink(account: AccountOfAddress, to: { readonly origin: string; readonly continueUrl: string }): string
}

export function createAdministration(context: IdentityContext, keys: Pick<SigningKeys, 'rotate'>): Administration {
  const { accounts, atomically, audit, customTokens } = context
  return {
    async createCustomToken(signIn) {
      const token = await customTokens.issue(signIn)
      audit('custom-token-made', commandLine, { uid: String(signIn.uid) })
      return token
    },
    revokeTokens(who) {
      const account = accounts.find(who) ?? findByAddress(context, who)
      if (account === undefined) throw new IdentityError('USER_NOT_FOUND', 'No account has this id or this address.')
      atomically(() => endSessionsOf(context, account.uid))
      audit('tokens-revoked', commandLine, { uid: account.uid })
      return account.uid
    },
    async rotateKeys() {
      await keys.rotate()
      context.openSessions.forgetAll()
      audit('keys-rotated', commandLine)
    },
    ...createAccountAdministration(context),
  }
}

function createAccountAdministration(context: IdentityContext) {
  const { accounts, atomically, audit, codes, pages } = context
  return {
    findAccount(who) {
      const { uid, email } = accounts.find(who) ?? findByAddress(context, who) ?? { uid: who, email: null }
      return email === null ? undefined : { uid, email }
    },
    createAccount(text) {
      const email = toEmail(text)
      const { uid } = accounts.create({ email })
      audit('account-created', commandLine, { uid })
      return { uid, email }
    },
    reclaimAccount(uid, claims) {
      atomically(() => {
        const account = accounts.find(uid)
        if (account === undefined) throw new IdentityError('USER_NOT_FOUND')
        passToOwner(context, account, { customClaims: { ...account.customClaims, ...claims } })
      })
    },
    removeClaim(uid, name) {
      const account = accounts.find(uid)
      if (account === undefined) return
      const { [name]: _, ...customClaims } = account.customClaims
      accounts.update(uid, { customClaims })
    },
    createPasswordLink({ uid, email }, { origin, continueUrl }) {
      const code = codes.create({ purpose: 'PASSWORD_RESET', uid, email, newEmail: null })
      return toActionLink(pages, origin, { purpose: 'PASSWORD_RESET', code, continueUrl })
    },
  } satisfies Partial<Administration>
}

function findByAddress({ accounts }: IdentityContext, who: string): Account | undefined {
  return who.includes('@') ? accounts.findByEmail(toEmail(who)) : undefined
}
