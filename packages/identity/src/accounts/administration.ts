import type { Address } from '@stockinette/rate-limit/address.ts'

import { toActionLink } from '../action-codes/action-link.ts'
import { commandLine } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { newSecret } from '../tokens/secrets.ts'
import { type AccountChangeContext, endSessionsOf, passToOwner } from './account-changes.ts'
import { type Account, type Claims, toEmail } from './account.ts'

type Context = AccountChangeContext &
  Uses<'atomically' | 'audit' | 'customTokens' | 'keys' | 'openSessions' | 'pages' | 'passwords'>

/** An account that has an address. */
export interface AccountOfAddress {
  readonly uid: string
  /** As `toEmail` returns it. */
  readonly email: string
}

export type Administration = ReturnType<typeof createAdministration>

/** What an administrator can do with accounts, on the command line. */
export function createAdministration(context: Context) {
  return { ...createAccess(context), ...createAccountChanges(context) }
}

function createAccess(context: Context) {
  const { accounts, atomically, audit, customTokens, keys, openSessions } = context
  return {
    /**
     * Creates a token that signs a user in. The account is created on sign-in if there is none with this id.
     *
     * @throws IdentityError as `CustomTokens.issue`.
     */
    async createCustomToken(signIn: { readonly uid: unknown; readonly claims?: unknown }): Promise<string> {
      const token = await customTokens.issue(signIn)
      audit('custom-token-made', commandLine, { uid: String(signIn.uid) })
      return token
    },
    /**
     * Ends all sessions of an account: its refresh tokens and ID tokens become invalid.
     *
     * @param who an id or an e-mail address.
     * @returns the id.
     * @throws IdentityError `USER_NOT_FOUND`, `INVALID_EMAIL`.
     */
    revokeTokens(who: string): string {
      const { uid } = getAccount(context, who)
      atomically(() => endSessionsOf(context, uid))
      audit('tokens-revoked', commandLine, { uid })
      return uid
    },
    /**
     * Disables an account, so that its user cannot sign in and all sessions end, or enables it again.
     *
     * @param who an id or an e-mail address.
     * @returns the id.
     * @throws IdentityError `USER_NOT_FOUND`, `INVALID_EMAIL`.
     */
    setDisabled(who: string, disabled: boolean): string {
      const { uid } = getAccount(context, who)
      atomically(() => {
        accounts.update(uid, { disabled })
        if (disabled) endSessionsOf(context, uid)
      })
      audit(disabled ? 'account-disabled' : 'account-enabled', commandLine, { uid })
      return uid
    },
    /**
     * Replaces the signing keys: all ID tokens and custom tokens that the old keys have signed become invalid. Sessions
     * continue: their refresh tokens return new ID tokens.
     *
     * Rejects with StorageUnavailableError, and keeps the old keys then.
     */
    async rotateKeys(): Promise<void> {
      await keys.rotate()
      openSessions.forgetAll()
      audit('keys-rotated', commandLine)
    },
  }
}

function createAccountChanges(context: Context) {
  const { accounts, atomically, audit, codes, pages, passwords } = context
  return {
    /** @param who an id or an e-mail address. Accounts without an address, such as anonymous ones, are not found. */
    findAccount(who: string) {
      const account = findAccount(context, who)
      if (account === undefined || account.email === null) return undefined
      // Of an account that has never signed in, `lastLoginAt` is when it was created.
      return { uid: account.uid, email: account.email, lastLoginAt: account.lastLoginAt }
    },
    /** @throws IdentityError `INVALID_EMAIL`, `EMAIL_EXISTS`. */
    createAccount(text: string): AccountOfAddress {
      const email = toEmail(text)
      const { uid } = accounts.create({ email })
      audit('account-created', commandLine, { uid })
      return { uid, email }
    },
    /**
     * Removes all ways to sign in to an account: its password, linked providers, outstanding codes and all sessions. Renews
     * its grant id.
     *
     * @param claims are added to its custom claims.
     * @param passwordHash of `hashPassword`: the owner's password, whose address then counts as verified. Without one,
     *   `createPasswordLink` gives the account to its owner.
     * @throws IdentityError `USER_NOT_FOUND`.
     */
    reclaimAccount(uid: string, claims: Claims, passwordHash?: string): void {
      const chosen = passwordHash === undefined ? {} : { passwordHash, emailVerified: true }
      atomically(() => {
        const account = accounts.get(uid)
        const granted = { customClaims: { ...account.customClaims, ...claims }, grantId: newSecret() }
        passToOwner(context, account, { ...granted, ...chosen })
      })
    },
    /**
     * Hashes a password that somebody at this address has chosen.
     *
     * @throws IdentityError as `Passwords.hash`; RateLimitError.
     */
    hashPassword: (password: string, address: Address): Promise<string> =>
      passwords.hash(password, { ...commandLine, address }),
    /** The grant id of an account; `null` without one, or without the account. See `Profile.grantId`. */
    grantIdOf: (uid: string): string | null => accounts.find(uid)?.grantId ?? null,
    /** Removes a custom claim of an account, and its grant id. Does nothing if the account does not exist. */
    removeClaim(uid: string, name: string): void {
      const account = accounts.find(uid)
      if (account === undefined) return
      const { [name]: _, ...customClaims } = account.customClaims
      accounts.update(uid, { customClaims, grantId: null })
    },
    /** Creates a link to set the account's password, which then leads to `continueUrl`. It works once, within an hour. */
    createPasswordLink(
      { uid, email }: AccountOfAddress,
      { origin, continueUrl }: { readonly origin: string; readonly continueUrl: string },
    ): string {
      const code = codes.create({ purpose: 'PASSWORD_RESET', uid, email, newEmail: null, isByAdministrator: true })
      return toActionLink(pages, origin, { purpose: 'PASSWORD_RESET', code, continueUrl })
    },
  }
}

function findAccount({ accounts }: Context, who: string): Account | undefined {
  // An address first: a custom token may have given another account an id that looks like it.
  return (who.includes('@') ? accounts.findByEmail(toEmail(who)) : undefined) ?? accounts.find(who)
}

function getAccount(context: Context, who: string): Account {
  const account = findAccount(context, who)
  if (account !== undefined) return account
  throw new IdentityError('USER_NOT_FOUND', 'No account has this id or this address.')
}
