import { commandLine } from '../context.ts'
import type { Service } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { endSessionsOf } from '../tokens/end-sessions.ts'
import type { SigningKeys } from '../tokens/signing-keys.ts'
import type { Account } from './account.ts'
import { toEmail } from './email.ts'

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
   * Rejects with ShopError `storage-unavailable`; the keys stay then.
   */
  rotateKeys(): Promise<void>
}

export function createAdministration(service: Service, keys: Pick<SigningKeys, 'rotate'>): Administration {
  const { accounts, atomically, audit, customTokens } = service
  return {
    async createCustomToken(signIn) {
      const token = await customTokens.issue(signIn)
      audit('custom-token-made', commandLine, { uid: String(signIn.uid) })
      return token
    },
    revokeTokens(who) {
      const account = accounts.find(who) ?? findByAddress(service, who)
      if (account === undefined) throw new IdentityError('USER_NOT_FOUND', 'No account has this id or this address.')
      atomically(() => endSessionsOf(service, account.uid))
      audit('tokens-revoked', commandLine, { uid: account.uid })
      return account.uid
    },
    async rotateKeys() {
      await keys.rotate()
      service.openSessions.forgetAll()
      audit('keys-rotated', commandLine)
    },
  }
}

function findByAddress({ accounts }: Service, who: string): Account | undefined {
  return who.includes('@') ? accounts.findByEmail(toEmail(who)) : undefined
}
