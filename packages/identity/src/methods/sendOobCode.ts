import { z } from 'zod'

import { toEmail } from '../accounts/account.ts'
import { isSignUpOpen } from '../accounts/who-signs-up.ts'
import { readContinueUrl } from '../action-codes/action-link.ts'
import {
  mailCode,
  mailCodeInBackground,
  type MailCode,
  type MailContext,
  requireMail,
  type ToRecord,
} from '../action-codes/code-mail.ts'
import type { Caller } from '../application.ts'
import type { Uses } from '../context.ts'
import { IdentityError } from '../errors.ts'
import { optionalText, parseRequest, required } from '../request.ts'
import { getSignedIn, getStillSignedIn, requireRecentSignIn, type SignedInContext } from '../tokens/signed-in.ts'

type Context = MailContext & SignedInContext & Uses<'settings'>

/** All types of the protocol. (identity-platform: REST, OobReqType) */
const requestTypes = z.enum([
  'OOB_REQ_TYPE_UNSPECIFIED',
  'PASSWORD_RESET',
  'OLD_EMAIL_AGREE',
  'NEW_EMAIL_ACCEPT',
  'VERIFY_EMAIL',
  'RECOVER_EMAIL',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'REVERT_SECOND_FACTOR_ADDITION',
])

const shape = z.object({
  requestType: requestTypes.nullish(),
  email: optionalText,
  newEmail: optionalText,
  idToken: optionalText,
  continueUrl: optionalText,
  returnOobLink: z.boolean().nullish(),
  tenantId: optionalText,
  targetProjectId: optionalText,
})

type Fields = z.infer<typeof shape>

interface Mailing {
  /** For the answer. */
  readonly email: string
  readonly toRecord: ToRecord
  readonly mail: MailCode
}

/** Checks a request of one type. */
type Prepare = (context: Context, request: Fields, caller: Caller) => Promise<Mailing>

/**
 * `accounts:sendOobCode`: e-mails a link with a code. (identity-platform: REST, accounts.sendOobCode)
 *
 * A password reset for an unknown address has the same answer as for a known one, after the same work; so has a sign-in link
 * where owners alone make accounts.
 *
 * @throws IdentityError `MISSING_REQ_TYPE`, `INVALID_REQ_TYPE` for types that cannot be requested,
 * `INSUFFICIENT_PERMISSION`, `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`, `MISSING_EMAIL`, `MISSING_NEW_EMAIL`,
 * `INVALID_EMAIL`, `EMAIL_EXISTS`, as `getSignedIn` and `requireRecentSignIn`, `OPERATION_NOT_ALLOWED` without a
 * mailer, `INVALID_RECIPIENT_EMAIL`; RateLimitError, and what the mailer rejects with.
 */
export async function sendOobCode(context: Context, input: unknown, caller: Caller) {
  const request = parseRequest(shape, input)
  const isUnspecified = request.requestType === 'OOB_REQ_TYPE_UNSPECIFIED'
  const requestType = required(isUnspecified ? undefined : request.requestType, 'MISSING_REQ_TYPE')
  if (request.returnOobLink) throw new IdentityError('INSUFFICIENT_PERMISSION')
  const continueUrl = readContinueUrl(request.continueUrl, caller)
  const prepare = mailings.get(requestType)
  if (prepare === undefined) throw new IdentityError('INVALID_REQ_TYPE')
  const { email, toRecord, mail } = await prepare(context, request, caller)
  await mail(context, toRecord, caller, continueUrl)
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
}

/** By type. */
const mailings: ReadonlyMap<string, Prepare> = new Map([
  ['EMAIL_SIGNIN', prepareSignIn],
  ['PASSWORD_RESET', preparePasswordReset],
  ['VERIFY_AND_CHANGE_EMAIL', prepareNewAddress],
  ['VERIFY_EMAIL', prepareVerification],
])

async function prepareSignIn(context: Context, request: Fields, caller: Caller): Promise<Mailing> {
  const email = toEmail(required(request.email, 'MISSING_EMAIL'))
  requireMail(context, email, caller)
  // Where owners alone make accounts, a link for an address without one would be of no use, and strangers could have it sent.
  const mail = isSignUpOpen(context) ? mailCode : mailCodeInBackground
  return { email, toRecord: () => ({ purpose: 'EMAIL_SIGNIN', uid: null, email, newEmail: null }), mail }
}

async function preparePasswordReset(context: Context, request: Fields, caller: Caller): Promise<Mailing> {
  const email = toEmail(required(request.email, 'MISSING_EMAIL'))
  requireMail(context, email, caller)
  const toRecord: ToRecord = () => {
    const uid = context.accounts.findByEmail(email)?.uid ?? null
    return { purpose: 'PASSWORD_RESET', uid, email, newEmail: null }
  }
  return { email, toRecord, mail: mailCodeInBackground }
}

async function prepareVerification(context: Context, request: Fields, caller: Caller): Promise<Mailing> {
  const { account, token } = await getSignedIn(context, request.idToken ?? '')
  const { uid } = account
  context.attemptLimits.changeAccount(uid)
  const email = required(account.email, 'MISSING_EMAIL')
  requireMail(context, email, caller)
  const toRecord: ToRecord = () => {
    getStillSignedIn(context, token)
    return { purpose: 'VERIFY_EMAIL', uid, email, newEmail: null }
  }
  return { email, toRecord, mail: mailCode }
}

async function prepareNewAddress(context: Context, request: Fields, caller: Caller): Promise<Mailing> {
  const newEmail = toEmail(required(request.newEmail, 'MISSING_NEW_EMAIL'))
  const signedIn = await getSignedIn(context, required(request.idToken, 'MISSING_ID_TOKEN'))
  const { uid } = signedIn.account
  context.attemptLimits.changeAccount(uid)
  const email = required(signedIn.account.email, 'MISSING_EMAIL')
  requireRecentSignIn(context, signedIn)
  requireMail(context, newEmail, caller)
  context.accounts.requireFreeEmail(newEmail)
  const toRecord: ToRecord = () => {
    getStillSignedIn(context, signedIn.token)
    return { purpose: 'VERIFY_AND_CHANGE_EMAIL', uid, email, newEmail }
  }
  return { email, toRecord, mail: mailCode }
}
