import { z } from 'zod'

import { auditCode, auditRefusal } from '../abuse/audit.ts'
import { passToAddressOwner, toNewAddress } from '../accounts/account-changes.ts'
import { type Account, type Profile, toEmail } from '../accounts/account.ts'
import { requireOpenSignUp } from '../accounts/who-signs-up.ts'
import { type MailContext, notifyOfEmailChange } from '../action-codes/code-mail.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { signIn, type SignInContext } from '../sign-in.ts'
import { getRecentlySignedIn, getStillSignedIn, type SignedIn, type SignedInContext } from '../tokens/signed-in.ts'

type Context = SignInContext & SignedInContext & MailContext & Uses<'settings'>

const method = 'emailLink'

const shape = z.object({ email: optionalText, oobCode: optionalText, idToken: optionalText, tenantId: optionalText })

/**
 * `accounts:signInWithEmailLink`: signs in the user who got the link and knows its address. With an ID token, adds the
 * address to that account. (identity-platform: REST, accounts.signInWithEmailLink)
 *
 * @throws IdentityError `MISSING_EMAIL`, `MISSING_OOB_CODE`, `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `INVALID_EMAIL` if
 * the link was sent to another address, `EMAIL_EXISTS` if another account than the token's has the address,
 * `USER_DISABLED`, `UNSUPPORTED_TENANT_OPERATION`, and as `requireOpenSignUp`, `getSignedIn` and `requireRecentSignIn`.
 */
export async function signInWithEmailLink(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const linked = request.idToken ? await getRecentlySignedIn(context, request.idToken) : undefined
  const email = toEmail(required(request.email, 'MISSING_EMAIL'))
  const oobCode = required(request.oobCode, 'MISSING_OOB_CODE')
  return auditCode(context, caller, async () => {
    const before = linked?.account ?? context.accounts.findByEmail(email)
    const isNewUser = before === undefined
    const { account, tokens } = await auditRefusal(context, caller, { uid: before?.uid, method }, () =>
      signIn(context, 'password', caller, () => {
        useFor(context, oobCode, email)
        return { account: linked === undefined ? findOrCreate(context, email) : giveAddress(context, linked, email) }
      }),
    )
    const { uid } = account
    if (linked !== undefined) {
      context.audit('provider-linked', caller, { uid, method })
      await notifyOfEmailChange(context, linked.account, account, caller)
    } else if (before?.emailVerified === false) {
      context.audit('tokens-revoked', caller, { uid })
    }
    context.audit(isNewUser ? 'account-created' : 'signed-in', caller, { uid, method })
    return { kind: 'identitytoolkit#EmailLinkSigninResponse', email, localId: uid, isNewUser, ...tokens }
  })
}

function useFor({ codes }: Context, oobCode: string, email: string): void {
  const code = codes.use(oobCode)
  if (code.purpose !== 'EMAIL_SIGNIN') throw new IdentityError('INVALID_OOB_CODE')
  if (code.email === email) return
  throw new IdentityError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.')
}

const byLink: Partial<Profile> = { emailVerified: true, emailLinkSignIn: true }

/** A stranger may have created an account with an unverified address: it passes to the owner of the address. */
function findOrCreate(context: Context, email: string): Account {
  const { accounts } = context
  const account = accounts.findByEmail(email)
  if (account === undefined) {
    requireOpenSignUp(context)
    return accounts.create({ email, ...byLink })
  }
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  return account.emailVerified ? accounts.update(account.uid, byLink) : passToAddressOwner(context, account, byLink)
}

function giveAddress(context: Context, { token }: SignedIn, email: string): Account {
  const { accounts } = context
  const { account } = getStillSignedIn(context, token)
  if (account.email === null) requireOpenSignUp(context)
  accounts.requireFreeEmail(email, account.uid)
  return accounts.update(account.uid, { ...toNewAddress(account, email), ...byLink })
}
