import { z } from 'zod'

import { auditRefusal } from '../abuse/audit-refusal.ts'
import type { Account, Profile } from '../accounts/account.ts'
import { toEmail } from '../accounts/email.ts'
import { toNewAddress } from '../accounts/new-address.ts'
import { passToReader } from '../accounts/pass-to-owner.ts'
import { auditCode } from '../action-codes/code-account.ts'
import { tellOfChange } from '../action-codes/code-mail.ts'
import type { Client } from '../caller.ts'
import { getStillSignedIn } from '../context.ts'
import type { Service, SignedIn } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, refuseTenant, required } from '../request.ts'
import { signIn } from '../sign-in.ts'
import { getRecent } from '../tokens/recent-sign-in.ts'

const method = 'emailLink'

const shape = z.object({ email: optionalText, oobCode: optionalText, idToken: optionalText, tenantId: optionalText })

/**
 * `accounts:signInWithEmailLink`: signs in whoever got the link and knows to which address; with an ID token, gives that
 * account the address. (identity-platform: REST, accounts.signInWithEmailLink)
 *
 * @throws IdentityError `MISSING_EMAIL`, `MISSING_OOB_CODE`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `INVALID_EMAIL` when
 * the link was sent to another address, `EMAIL_EXISTS` when the address is another account's than the token's,
 * `USER_DISABLED`, `UNSUPPORTED_TENANT_OPERATION`, and what `getSignedIn` and `requireRecentSignIn` throw.
 */
export async function signInWithEmailLink(service: Service, input: unknown, client: Client) {
  const request = parseRequest(shape, input)
  refuseTenant(request)
  const linked = request.idToken ? await getRecent(service, request.idToken) : undefined
  const email = toEmail(required(request.email, 'MISSING_EMAIL'))
  const oobCode = required(request.oobCode, 'MISSING_OOB_CODE')
  return auditCode(service, client, async () => {
    const before = linked?.account ?? service.accounts.findByEmail(email)
    const isNewUser = before === undefined
    const { account, tokens } = await auditRefusal(service, client, { uid: before?.uid, method }, () =>
      signIn(service, { provider: 'password' }, () => {
        useFor(service, oobCode, email)
        return linked === undefined ? findOrCreate(service, email) : giveAddress(service, linked, email)
      }),
    )
    await tellOfLink(service, linked?.account, account, client)
    if (linked === undefined && before?.emailVerified === false)
      service.audit('tokens-revoked', client, { uid: account.uid })
    service.audit(isNewUser ? 'account-created' : 'signed-in', client, { uid: account.uid, method })
    return { kind: 'identitytoolkit#EmailLinkSigninResponse', email, localId: account.uid, isNewUser, ...tokens }
  })
}

function useFor({ codes }: Service, oobCode: string, email: string): void {
  const code = codes.use(oobCode)
  if (code.purpose !== 'EMAIL_SIGNIN') throw new IdentityError('INVALID_OOB_CODE')
  if (code.email === email) return
  throw new IdentityError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.')
}

const byLink: Partial<Profile> = { emailVerified: true, emailLinkSignIn: true }

/** An account whose address was never verified may have been set up by anybody: by now it is its owner's alone. */
function findOrCreate(service: Service, email: string): Account {
  const { accounts } = service
  const account = accounts.findByEmail(email)
  if (account === undefined) return accounts.create({ email, ...byLink })
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  return account.emailVerified ? accounts.update(account.uid, byLink) : passToReader(service, account, byLink)
}

function giveAddress(service: Service, { token }: SignedIn, email: string): Account {
  const { accounts } = service
  const { account } = getStillSignedIn(service, token)
  const owner = accounts.findByEmail(email)
  if (owner !== undefined && owner.uid !== account.uid) throw new IdentityError('EMAIL_EXISTS')
  return accounts.update(account.uid, { ...toNewAddress(account, email), ...byLink })
}

async function tellOfLink(
  service: Service,
  before: Account | undefined,
  after: Account,
  client: Client,
): Promise<void> {
  if (before === undefined) return
  service.audit('provider-linked', client, { uid: after.uid, method })
  await tellOfChange(service, before, after, client)
}
