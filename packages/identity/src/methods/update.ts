import { z } from 'zod'

import { auditCode } from '../abuse/audit.ts'
import {
  passToFormerAddress,
  requireAllowedPassword,
  takeUnverifiedAddress,
  toNewAddress,
} from '../accounts/account-changes.ts'
import { type Account, toEmail } from '../accounts/account.ts'
import {
  auditChanges,
  changesSignIn,
  changesCredential,
  makeChanges,
  removesAddress,
  type Changes,
} from '../accounts/update-profile.ts'
import { toSetAccountInfo } from '../accounts/user-info.ts'
import { requireOpenAddressChange } from '../accounts/who-signs-up.ts'
import { auditEmailChange, getCodeAccount, type MailContext, notifyOfEmailChange } from '../action-codes/code-mail.ts'
import type { CodePurpose, CreatedCode } from '../action-codes/code-table.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { displayName, optionalText, parseRequest, photoUrl } from '../request.ts'
import { issueTokens, renewSession, type SignInContext } from '../sign-in.ts'
import {
  getSignedIn,
  getStillSignedIn,
  requireRecentSignIn,
  type SignedIn,
  type SignedInContext,
} from '../tokens/signed-in.ts'

type Context = SignInContext & SignedInContext & MailContext & Uses<'isPasswordAllowed' | 'passwords' | 'settings'>

const attribute = z.enum(['USER_ATTRIBUTE_NAME_UNSPECIFIED', 'EMAIL', 'DISPLAY_NAME', 'PHOTO_URL', 'PASSWORD'])

const shape = z.object({
  idToken: optionalText,
  oobCode: optionalText,
  displayName,
  photoUrl,
  email: optionalText,
  password: optionalText,
  deleteAttribute: z.array(attribute).max(10).nullish(),
  deleteProvider: z.array(z.string()).max(10).nullish(),
  validSince: z.unknown().optional(),
  tenantId: optionalText,
  targetProjectId: optionalText,
  customAttributes: z.unknown().optional(),
  disableUser: z.unknown().optional(),
  linkProviderUserInfo: z.unknown().optional(),
  mfa: z.unknown().optional(),
})
type Request = z.infer<typeof shape>

/**
 * `accounts:update`: changes an account's profile, address, password and providers. (identity-platform: REST,
 * accounts.update)
 *
 * A change that ends the account's sessions returns new tokens, so that the caller stays signed in.
 *
 * @throws IdentityError `INVALID_REQ_TYPE`, `INSUFFICIENT_PERMISSION` and `OPERATION_NOT_ALLOWED` for fields of
 * administrators, `OPERATION_NOT_ALLOWED` also for removing the address of a protected account, `MISSING_EMAIL` for a password of an account without an address, `INVALID_EMAIL`, `EMAIL_EXISTS`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, and as `requireOpenAddressChange`,
 * `updateByCode`, `Passwords.hash` and `getSignedIn`; RateLimitError.
 */
export async function update(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  refuseWhatIsNotForEveryone(request)
  if (request.oobCode) return updateByCode(context, request.oobCode, caller)
  if (!request.idToken) throw new IdentityError('INVALID_REQ_TYPE', 'Unsupported request parameters.')
  return updateSignedIn(context, request.idToken, request, caller)
}

async function updateSignedIn(context: Context, idToken: string, request: Request, caller: Caller) {
  const wish = { ...request, email: request.email ? toEmail(request.email) : undefined }
  const { account: asked, token } = await getSignedIn(context, idToken)
  context.attemptLimits.changeAccount(asked.uid)
  requireAllowed(context, { account: asked, token }, wish)
  if (request.password) requireAllowedPassword(context, asked.uid, request.password)
  const passwordHash = request.password ? await context.passwords.hash(request.password, caller) : undefined
  const changes = { ...wish, passwordHash }
  const { before, account, session } = await context.atomicallyInGroup(() => {
    // The session may have ended during verification and hashing.
    const signedIn = getStillSignedIn(context, token)
    requireAllowed(context, signedIn, wish)
    const changed = makeChanges(context, signedIn.account, changes, token)
    const endsSessions = changesCredential(signedIn.account, wish)
    const sameSignIn = request.password ? { ...token, signInProvider: 'password' } : token
    const renewed = endsSessions ? renewSession(context, changed, sameSignIn, caller) : undefined
    return { before: signedIn.account, account: changed, session: renewed }
  })
  await auditChanges(context, before, account, changes, caller)
  const tokens = session && (await issueTokens(context, account, session))
  return { ...toSetAccountInfo(account), newEmail: wish.email, ...tokens }
}

function refuseWhatIsNotForEveryone(request: Request): void {
  if (isThere(request.customAttributes)) throw new IdentityError('INSUFFICIENT_PERMISSION')
  // It would end all sessions but the caller's, which a thief's token could then replace.
  if (isThere(request.validSince)) throw new IdentityError('INSUFFICIENT_PERMISSION')
  if (isThere(request.linkProviderUserInfo)) throw new IdentityError('INSUFFICIENT_PERMISSION')
  if (isThere(request.disableUser) || isThere(request.mfa)) throw new IdentityError('OPERATION_NOT_ALLOWED')
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

function requireAllowed(
  context: Context,
  signedIn: SignedIn,
  wish: Pick<Changes, 'deleteAttribute' | 'deleteProvider' | 'email'> & Pick<Request, 'password'>,
): void {
  // No sign-in would use it, and a hash is expensive: anyone can be anonymous.
  if (wish.password && !wish.email && signedIn.account.email === null) throw new IdentityError('MISSING_EMAIL')
  const isNewAddress = wish.email !== undefined && wish.email !== signedIn.account.email
  if (isNewAddress) requireOpenAddressChange(context)
  // Without it neither her password nor mail would open the account, and the administrator could not find it.
  if (removesAddress(wish) && context.isProtected(signedIn.account.uid))
    throw new IdentityError('OPERATION_NOT_ALLOWED', 'This account keeps its address.')
  if (changesCredential(signedIn.account, wish) || changesSignIn(wish)) requireRecentSignIn(context, signedIn)
  if (isNewAddress) context.accounts.requireFreeEmail(wish.email)
}

/**
 * `accounts:update` with a code from an e-mail instead of an ID token: verifies, changes or recovers an address. All other
 * fields of the request are ignored. (identity-platform: REST,
 * accounts.update)
 *
 * @throws IdentityError `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `EMAIL_EXISTS` if another account has the address by
 * now, unless the code recovers it and that account has not verified it.
 */
export async function updateByCode(context: MailContext, oobCode: string, caller: Caller) {
  return auditCode(context, caller, async () => {
    const { code, before, after } = await context.atomicallyInGroup(() => {
      const used = context.codes.use(oobCode)
      const account = getCodeAccount(context, used)
      const change = changesByPurpose[used.purpose]
      if (change === undefined) throw new IdentityError('INVALID_OOB_CODE')
      const changed = change(context, account, used)
      context.devices.add(changed, caller)
      return { code: used, before: account, after: changed }
    })
    const { uid } = after
    context.audit('code-used', caller, { uid, method: code.purpose })
    if (code.purpose === 'RECOVER_EMAIL') {
      context.audit('tokens-revoked', caller, { uid })
      auditEmailChange(context, before, after, caller)
    } else await notifyOfEmailChange(context, before, after, caller)
    const newEmail = code.purpose === 'VERIFY_AND_CHANGE_EMAIL' ? (code.newEmail ?? undefined) : undefined
    return { ...toSetAccountInfo(after), newEmail }
  })
}

type Change = (context: MailContext, account: Account, code: CreatedCode) => Account

const changesByPurpose: Partial<Record<CodePurpose, Change>> = {
  VERIFY_EMAIL: ({ accounts }, { uid }) => accounts.update(uid, { emailVerified: true }),
  VERIFY_AND_CHANGE_EMAIL: ({ accounts }, account, { newEmail }) => {
    if (newEmail === null) throw new IdentityError('INVALID_OOB_CODE')
    return accounts.update(account.uid, { ...toNewAddress(account, newEmail), emailVerified: true })
  },
  RECOVER_EMAIL: (context, account, code) => {
    takeUnverifiedAddress(context, code.email)
    return passToFormerAddress(context, account, code)
  },
}
