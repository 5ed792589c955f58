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
  /** As `toEmail` returns it. */
  readonly email: string
}

/** What an administrator can do with accounts, on the command line. */
export interface Administration {
  /**
   * Creates a token that signs a user in. The account is created on sign-in if there is none with this id.
   *
   * @throws IdentityError as `CustomTokens.issue`.
   */
  createCustomToken(signIn: { readonly uid: unknown; readonly claims?: unknown }): Promise<string>
  /**
   * Ends all sessions of an account: its refresh tokens and ID tokens become invalid.
   *
   * @param who an id or an e-mail address.
   * @returns the id.
   * @throws IdentityError `USER_NOT_FOUND`, `INVALID_EMAIL`.
   */
  revokeTokens(who: string): string
  /**
   * Replaces the signing keys: all ID tokens and custom tokens that the old keys have signed become invalid. Sessions
   * continue: their refresh tokens return new ID tokens.
   *
   * Rejects with StorageUnavailableError, and keeps the old keys then.
   */
  rotateKeys(): Promise<void>
  /** @param who an id or an e-mail address. Accounts without an address, such as anonymous ones, are not found. */
  findAccount(who: string): AccountOfAddress | undefined
  /** @throws IdentityError `INVALID_EMAIL`, `EMAIL_EXISTS`. */
  createAccount(email: string): AccountOfAddress
  /**
   * Removes all ways to sign in to an account: its password, linked providers, outstanding codes and all sessions. Use
   * `createPasswordLink` to give it to its owner.
   *
   * @param claims are added to its custom claims.
   * @throws IdentityError `USER_NOT_FOUND`.
   */
  reclaimAccount(uid: string, claims: Claims): void
  /** Removes a custom claim of an account. Does nothing if the account does not exist. */
  removeClaim(uid: string, name: string): void
  /** Creates a link to set the account's password, which then leads to `continueUrl`. It works once, within an hour. */
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
