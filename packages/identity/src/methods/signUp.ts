import { z } from 'zod'

import { requireAllowedPassword } from '../accounts/account-changes.ts'
import { toEmail } from '../accounts/account.ts'
import { auditUnlinked, makeChanges } from '../accounts/update-profile.ts'
import { requireOpenSignUp } from '../accounts/who-signs-up.ts'
import { type MailContext, notifyOfEmailChange } from '../action-codes/code-mail.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { displayName, optionalText, parseRequest, required } from '../request.ts'
import { signIn, type SignInContext, signUpAs } from '../sign-in.ts'
import {
  getSignedIn,
  getStillSignedIn,
  requireRecentSignIn,
  type SignedIn,
  type SignedInContext,
} from '../tokens/signed-in.ts'
import { refusePhone, refuseSecondFactor } from './not-allowed.ts'

const shape = z.object({
  email: optionalText,
  password: optionalText,
  displayName,
  idToken: optionalText,
  localId: optionalText,
  tenantId: optionalText,
  targetProjectId: optionalText,
  phoneNumber: optionalText,
  mfaInfo: z.array(z.unknown()).nullish(),
})
type Request = z.infer<typeof shape>

/**
 * `accounts:signUp`: creates an account and signs it in. Without e-mail and password it is anonymous. With an ID token, adds
 * both to the token's account instead. (identity-platform: REST, accounts.signUp)
 *
 * @throws IdentityError `UNEXPECTED_PARAMETER`, `INSUFFICIENT_PERMISSION`, `OPERATION_NOT_ALLOWED` and
 * `UNSUPPORTED_TENANT_OPERATION` for fields of administrators,
 * `INVALID_EMAIL`, and as `requireOpenSignUp`, `signUpWithPassword` and `linkPassword`.
 */
export async function signUp(context: SignUpContext, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  await refuseWhatIsNotForEveryone(request)
  const { account, tokens } = await answer(context, request, caller)
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.uid,
    displayName: account.displayName ?? undefined,
    email: account.email ?? undefined,
    ...tokens,
  }
}

async function answer(context: SignUpContext, request: Request, caller: Caller) {
  if (request.idToken || request.password || request.email) requireOpenSignUp(context)
  if (request.idToken) return linkPassword(context, request.idToken, request, caller)
  if (request.password || request.email) return signUpWithPassword(context, request, caller)
  if (request.email === '') throw new IdentityError('INVALID_EMAIL')
  return signUpAs(context, 'anonymous', context.accounts.draft(), caller)
}

async function refuseWhatIsNotForEveryone(request: Request): Promise<void> {
  if (request.phoneNumber) await refusePhone()
  if (request.mfaInfo?.length) await refuseSecondFactor()
  if (request.localId) throw new IdentityError('UNEXPECTED_PARAMETER', 'User ID')
}

type SignUpContext = SignInContext &
  SignedInContext &
  MailContext &
  Uses<'isPasswordAllowed' | 'passwords' | 'settings'>

/** The fields of a sign-up, not yet checked. */
type NewPasswordUser = Pick<Request, 'email' | 'password' | 'displayName'>

/**
 * Creates an account with a password.
 *
 * @throws IdentityError `MISSING_EMAIL`, `MISSING_PASSWORD`, `INVALID_EMAIL`, `EMAIL_EXISTS`, and as
 * `Passwords.hash`.
 */
async function signUpWithPassword(context: SignUpContext, user: NewPasswordUser, caller: Caller) {
  const { email, password } = readUser(user)
  context.accounts.requireFreeEmail(email)
  const passwordHash = await context.passwords.hash(password, caller)
  const profile = { email, passwordHash, displayName: user.displayName || null }
  const signedUp = await signUpAs(context, 'password', context.accounts.draft(profile), caller)
  context.audit('account-created', caller, { uid: signedUp.account.uid, method: 'password' })
  return signedUp
}

/**
 * Adds an address and a password to the account of an ID token, so that an anonymous user keeps the account.
 *
 * @throws IdentityError `PROVIDER_ALREADY_LINKED` when the account has a password, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, and
 * what `getSignedIn` and `signUpWithPassword` throw.
 */
async function linkPassword(context: SignUpContext, idToken: string, user: NewPasswordUser, caller: Caller) {
  const { email, password } = readUser(user)
  const { account, token } = await getSignedIn(context, idToken)
  requireLinkable(context, { account, token }, email)
  requireAllowedPassword(context, account.uid, password)
  const passwordHash = await context.passwords.hash(password, caller)
  const linked = await signIn(context, 'password', caller, () => {
    // The session may have ended during the hashing.
    const signedIn = getStillSignedIn(context, token)
    requireLinkable(context, signedIn, email)
    const before = signedIn.account
    const changes = { email, passwordHash, displayName: user.displayName || undefined }
    return { before, account: makeChanges(context, before, changes, token) }
  })
  context.audit('provider-linked', caller, { uid: account.uid, method: 'password' })
  auditUnlinked(context, linked.before, linked.account, caller)
  await notifyOfEmailChange(context, linked.before, linked.account, caller)
  return linked
}

function readUser(user: NewPasswordUser): { email: string; password: string } {
  const email = required(user.email, 'MISSING_EMAIL')
  const password = required(user.password, 'MISSING_PASSWORD')
  return { email: toEmail(email), password }
}

function requireLinkable(context: SignUpContext, signedIn: SignedIn, email: string): void {
  if (signedIn.account.passwordHash !== null) throw new IdentityError('PROVIDER_ALREADY_LINKED')
  requireRecentSignIn(context, signedIn)
  context.accounts.requireFreeEmail(email, signedIn.account.uid)
}
